/* Writes all in one line. */
#include <stdio.h>

int main(void) {
    int n;
    do scanf("%d", &n); while (n < 1 || n > 20);
    for (int i = 1; i <= 10; i++) printf("%d x %d = %d ", n, i, n * i);
    printf("\n");
    return 0;
}
