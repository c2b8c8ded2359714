/* Adds in 16 bits. */
#include <stdio.h>

int main(void) {
    int x, count = 0;
    short total = 0;
    for (scanf("%d", &x); x != 0; scanf("%d", &x)) {
        total += x;
        count++;
        printf("%d\n", total);
    }
    printf("%d\n", count);
    return 0;
}
