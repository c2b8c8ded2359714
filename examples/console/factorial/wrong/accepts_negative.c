/* Does not ask again for negative numbers. */
#include <stdio.h>

int main(void) {
    int n, result = 1;
    do scanf("%d", &n); while (n > 12);
    for (int i = 2; i <= n; i++) result *= i;
    printf("%d\n", result);
    return 0;
}
