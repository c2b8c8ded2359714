#include <stdio.h>

int main(void) {
    int n, x, max;
    printf("How many numbers? ");
    fflush(stdout);
    scanf("%d", &n);
    scanf("%d", &max);
    for (int i = 1; i < n; i++) {
        scanf("%d", &x);
        if (x > max) max = x;
    }
    printf("The largest number is %d.\n", max);
    return 0;
}
