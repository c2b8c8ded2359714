/* Writes the least common multiple. */
#include <stdio.h>

int main(void) {
    int a, b;
    scanf("%d", &a);
    scanf("%d", &b);
    int x = a, y = b;
    while (y) {
        int r = x % y;
        x = y;
        y = r;
    }
    printf("%d\n", a / x * b);
    return 0;
}
