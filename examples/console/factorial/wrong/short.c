/* The result has 16 bits only. */
#include <stdio.h>

int main(void) {
    int n;
    short result = 1;
    do scanf("%d", &n); while (n < 0 || n > 12);
    for (int i = 2; i <= n; i++) result *= i;
    printf("%d\n", result);
    return 0;
}
