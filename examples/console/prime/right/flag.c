#include <stdio.h>

int main(void) {
    int n, prime = 1;
    printf("Enter a number: ");
    scanf("%d", &n);
    if (n < 2) prime = 0;
    for (int d = 2; d < n; d++) if (n % d == 0) prime = 0;
    if (prime) printf("prime\n");
    else printf("not prime\n");
    return 0;
}
