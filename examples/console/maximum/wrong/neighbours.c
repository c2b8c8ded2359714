/* Compares each number with the one before it instead of with the largest. */
#include <stdio.h>

int main(void) {
    int n, x, before, max;
    scanf("%d %d", &n, &before);
    max = before;
    for (int i = 1; i < n; i++) {
        scanf("%d", &x);
        if (x > before) max = x;
        before = x;
    }
    printf("max = %d\n", max);
    return 0;
}
