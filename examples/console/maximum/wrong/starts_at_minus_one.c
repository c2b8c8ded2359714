/* Starts with -1, which is wrong if all numbers are less. */
#include <stdio.h>

int main(void) {
    int n, x, max = -1;
    scanf("%d", &n);
    while (n-- > 0) {
        scanf("%d", &x);
        if (x > max) max = x;
    }
    printf("%d\n", max);
    return 0;
}
