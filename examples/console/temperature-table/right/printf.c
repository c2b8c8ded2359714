#include <stdio.h>

int main(void) {
    int low, high, c;
    printf("From: ");
    scanf("%d", &low);
    printf("To: ");
    scanf("%d", &high);
    for (c = low; c <= high; c++) printf("%d %.1f\n", c, c * 1.8 + 32);
    return 0;
}
