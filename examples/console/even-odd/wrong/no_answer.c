/* Has no answer for negative numbers. */
#include <stdio.h>

int main(void) {
    int n;
    scanf("%d", &n);
    if (n >= 0 && n % 2 == 0) printf("even\n");
    if (n >= 0 && n % 2 == 1) printf("odd\n");
    return 0;
}
