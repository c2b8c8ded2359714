#include <stdio.h>

int main(void) {
    int n;
    do {
        printf("Number: ");
        scanf("%d", &n);
    } while (n < 1 || n > 20);
    for (int i = 1; i <= 10; i++) printf("%d x %d = %d\n", n, i, n * i);
    return 0;
}
