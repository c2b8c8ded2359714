/* Subtracts for ever if one number is 0. */
#include <stdio.h>

int main(void) {
    int a, b;
    scanf("%d %d", &a, &b);
    while (a != b) {
        if (a > b) a = a - b;
        else b = b - a;
    }
    printf("%d\n", a);
    return 0;
}
