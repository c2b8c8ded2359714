/* The total never goes below 0. */
#include <stdio.h>

int main(void) {
    int x, total = 0, count = 0;
    scanf("%d", &x);
    while (x) {
        total += x;
        if (total < 0) total = 0;
        printf("%d\n", total);
        count++;
        scanf("%d", &x);
    }
    printf("%d\n", count);
    return 0;
}
