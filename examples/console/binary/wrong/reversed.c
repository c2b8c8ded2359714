/* Writes the digits from the last to the first. */
#include <stdio.h>

int main(void) {
    int n;
    scanf("%d", &n);
    if (n < 0 || n > 255) {
        printf("out of range\n");
        return 0;
    }
    do {
        printf("%d", n % 2);
        n /= 2;
    } while (n > 0);
    printf("\n");
    return 0;
}
