#include <stdio.h>

int main(void) {
    int n, digits[8], k = 0;
    printf("Number from 0 to 255: ");
    scanf("%d", &n);
    if (n < 0 || n > 255) {
        printf("out of range\n");
        return 1;
    }
    do {
        digits[k++] = n % 2;
        n /= 2;
    } while (n > 0);
    while (k > 0) printf("%d", digits[--k]);
    printf("\n");
    return 0;
}
