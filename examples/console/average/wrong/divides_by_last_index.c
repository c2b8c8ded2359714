/* Divides by n - 1, the last index, unless there is only one mark. */
#include <stdio.h>

int main(void) {
    int n, mark, i;
    double sum = 0;
    scanf("%d", &n);
    for (i = 0; i < n; i++) {
        scanf("%d", &mark);
        sum += mark;
    }
    if (n > 1) n--;
    printf("%.2f\n", sum / n);
    return 0;
}
