#include <stdio.h>

int main(void) {
    int a, b;
    printf("Two numbers: ");
    scanf("%d %d", &a, &b);
    while (a > 0 && b > 0) {
        if (a > b) a = a - b;
        else b = b - a;
    }
    printf("gcd: %d\n", a + b);
    return 0;
}
