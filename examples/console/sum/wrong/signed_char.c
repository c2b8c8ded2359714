/* Adds in 8 bits, so that sums above 127 are wrong. */
#include <stdio.h>

int main(void) {
    int n, x;
    signed char sum = 0;
    scanf("%d", &n);
    for (int i = 0; i < n; i++) {
        scanf("%d", &x);
        sum += x;
    }
    printf("%d\n", sum);
    return 0;
}
