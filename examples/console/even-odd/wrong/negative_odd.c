/* In C, -3 % 2 is -1, so that negative odd numbers are called even. */
#include <stdio.h>

int main(void) {
    int n;
    scanf("%d", &n);
    if (n % 2 == 1) printf("odd\n");
    else printf("even\n");
    return 0;
}
