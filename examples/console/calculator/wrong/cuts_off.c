/* Cuts the decimals off instead of rounding. */
#include <stdio.h>

int main(void) {
    int a, b;
    char op;
    scanf("%d", &a);
    scanf(" %c", &op);
    scanf("%d", &b);
    if (op == '+') printf("%d\n", a + b);
    else if (op == '-') printf("%d\n", a - b);
    else if (op == '*') printf("%d\n", a * b);
    else if (b == 0) printf("division by zero\n");
    else printf("%.2f\n", (int)(100.0 * a / b) / 100.0);
    return 0;
}
