#include <stdio.h>

int factorial(int n) {
    return n == 0 ? 1 : n * factorial(n - 1);
}

int main(void) {
    int n;
    printf("n: ");
    scanf("%d", &n);
    while (n < 0 || n > 12) {
        printf("n: ");
        scanf("%d", &n);
    }
    printf("%d\n", factorial(n));
    return 0;
}
