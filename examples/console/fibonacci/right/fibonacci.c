#include <stdio.h>

int main(void) {
    int n, a = 0, b = 1;
    printf("n? ");
    scanf("%d", &n);
    while (n > 0) {
        printf("%d ", b);
        int c = a + b;
        a = b;
        b = c;
        n--;
    }
    printf("\n");
    return 0;
}
