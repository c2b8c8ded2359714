/* The loop counts twice. */
#include <stdio.h>

int main(void) {
    int low, high;
    scanf("%d %d", &low, &high);
    for (int c = low; c <= high; c++) {
        printf("%d %.1f\n", c, c * 1.8 + 32);
        c++;
    }
    return 0;
}
