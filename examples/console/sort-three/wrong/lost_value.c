/* Swaps without a third variable, so that a value is lost. */
#include <stdio.h>

int main(void) {
    int a, b, c;
    scanf("%d %d %d", &a, &b, &c);
    if (a > b) { a = b; b = a; }
    if (b > c) { b = c; c = b; }
    if (a > b) { a = b; b = a; }
    printf("%d %d %d\n", a, b, c);
    return 0;
}
