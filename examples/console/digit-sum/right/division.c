#include <stdio.h>
int main(void) {
    int n, s = 0;
    scanf("%d", &n);
    for (; n; n /= 10) s += n % 10;
    printf("%d\n", s);
    return 0;
}
