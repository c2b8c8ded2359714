/* A break is missing: after the product the difference is written, too. */
#include <stdio.h>

int main(void) {
    int a, b;
    char op;
    scanf("%d\n%c\n%d", &a, &op, &b);
    switch (op) {
    case '+': printf("%d\n", a + b); break;
    case '*': printf("%d\n", a * b);
    case '-': printf("%d\n", a - b); break;
    default:
        if (b == 0) printf("division by zero\n");
        else printf("%.2f\n", 1.0 * a / b);
    }
    return 0;
}
