#include <stdio.h>
int main(void) {
    int f;
    printf("F: ");
    scanf("%d", &f);
    printf("C: %.1f\n", (f - 32) * 5.0 / 9.0);
    return 0;
}
