#include <stdio.h>
int main(void) {
    int a, b, c;
    scanf("%d", &a);
    scanf("%d", &b);
    scanf("%d", &c);
    int m = a;
    if (b > m) m = b;
    if (c > m) m = c;
    printf("The largest number is %d.\n", m);
    return 0;
}
