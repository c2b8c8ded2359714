/* Reads a number even if there is none, since it asks after the first round. */
#include <stdio.h>

int main(void) {
    int n, x, i = 0, sum = 0;
    scanf("%d", &n);
    do {
        scanf("%d", &x);
        sum += x;
        i++;
    } while (i < n);
    printf("Sum: %d\n", sum);
    return 0;
}
