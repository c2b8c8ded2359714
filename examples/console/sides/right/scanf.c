#include <stdio.h>
int main(void) {
    int a, b, c;
    scanf("%d %d %d", &a, &b, &c);
    if (a + b <= c || b + c <= a || a + c <= b) puts("No triangle");
    else if (a == b && b == c) puts("Equilateral");
    else if (a == b || b == c || c == a) puts("Isosceles");
    else puts("Scalene");
    return 0;
}
