#include <stdio.h>

int main(void) {
    int n, mark;
    double sum = 0;
    printf("How many marks?\n");
    scanf("%d", &n);
    for (int i = 0; i < n; i++) {
        scanf("%d", &mark);
        sum = sum + mark;
    }
    printf("Average: %.2f\n", sum / n);
    return 0;
}
