/* Overwrites a before it is used: powers of two. */
#include <stdio.h>

int main(void) {
    int n, a = 1, b = 1;
    scanf("%d", &n);
    for (int i = 0; i < n; i++) {
        printf("%d ", a);
        a = b;
        b = a + b;
    }
    printf("\n");
    return 0;
}
