/* %g writes six digits only, and large numbers with an exponent. */
#include <stdio.h>

int main(void) {
    int n;
    double result = 1;
    do scanf("%d", &n); while (n < 0 || n > 12);
    for (int i = 2; i <= n; i++) result = result * i;
    printf("%g\n", result);
    return 0;
}
