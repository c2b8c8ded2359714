/* Adds 32 before it multiplies. */
#include <stdio.h>

int main(void) {
    int low, high;
    scanf("%d", &low);
    scanf("%d", &high);
    while (low <= high) {
        printf("%d %.1f\n", low, (low + 32) * 1.8);
        low++;
    }
    return 0;
}
