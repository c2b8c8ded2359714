/* Writes each number instead of the total. */
#include <stdio.h>

int main(void) {
    int x, count = 0;
    while (scanf("%d", &x) == 1 && x != 0) {
        printf("%d\n", x);
        count++;
    }
    printf("%d\n", count);
    return 0;
}
