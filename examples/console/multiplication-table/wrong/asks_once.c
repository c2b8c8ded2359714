/* Asks a second time for a wrong number, but not a third time. */
#include <stdio.h>

int main(void) {
    int n;
    scanf("%d", &n);
    if (n < 1 || n > 20) scanf("%d", &n);
    for (int i = 1; i <= 10; i++) printf("%d x %d = %d\n", n, i, n * i);
    return 0;
}
