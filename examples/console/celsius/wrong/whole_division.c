#include <stdio.h>
int main(void) {
    int f;
    scanf("%d", &f);
    printf("%.1f\n", (double)((f - 32) * (5 / 9)));
    return 0;
}
