#include <stdio.h>

int main(void) {
    int n, sum = 0;
    printf("Number: ");
    scanf("%d", &n);
    do {
        sum += n % 10;
        n /= 10;
    } while (n != 0);
    printf("The digit sum is %d.\n", sum);
    return 0;
}
