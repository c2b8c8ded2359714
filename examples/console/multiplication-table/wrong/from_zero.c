/* Begins at 0. */
#include <stdio.h>

int main(void) {
    int n = 0;
    while (n < 1 || n > 20) scanf("%d", &n);
    for (int i = 0; i <= 10; i++) printf("%d x %d = %d\n", n, i, n * i);
    return 0;
}
