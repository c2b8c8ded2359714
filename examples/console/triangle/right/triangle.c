#include <stdio.h>

int main(void) {
    int a, b, c;
    printf("Three sides: ");
    scanf("%d%d%d", &a, &b, &c);
    if (a >= b + c || b >= a + c || c >= a + b) printf("no triangle\n");
    else if (a == b && a == c) printf("equilateral\n");
    else if (a != b && a != c && b != c) printf("scalene\n");
    else printf("isosceles\n");
    return 0;
}
