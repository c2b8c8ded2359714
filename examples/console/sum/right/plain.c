#include <stdio.h>

int main(void) {
    int n, x, sum = 0;
    printf("How many numbers? ");
    scanf("%d", &n);
    for (int i = 0; i < n; i++) {
        printf("Next number: ");
        scanf("%d", &x);
        sum += x;
    }
    printf("Sum: %d\n", sum);
    return 0;
}
