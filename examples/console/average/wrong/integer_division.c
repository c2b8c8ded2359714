/* Divides whole numbers, so that the decimals are lost. */
#include <stdio.h>

int main(void) {
    int n, mark, sum = 0;
    scanf("%d", &n);
    for (int i = 0; i < n; i++) {
        scanf("%d", &mark);
        sum += mark;
    }
    printf("%.2f\n", (double)(sum / n));
    return 0;
}
