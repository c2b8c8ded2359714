/* Stops at one digit and forgets it. */
#include <stdio.h>

int main(void) {
    int n, sum = 0;
    scanf("%d", &n);
    if (n < 10) sum = n;
    while (n >= 10) {
        sum += n % 10;
        n /= 10;
    }
    printf("%d\n", sum);
    return 0;
}
