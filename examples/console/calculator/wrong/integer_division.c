/* Divides whole numbers. */
#include <stdio.h>

int main(void) {
    int a, b;
    char op;
    scanf("%d %c %d", &a, &op, &b);
    if (op == '+') printf("%d\n", a + b);
    if (op == '-') printf("%d\n", a - b);
    if (op == '*') printf("%d\n", a * b);
    if (op == '/') {
        if (b == 0) printf("division by zero\n");
        else printf("%d\n", a / b);
    }
    return 0;
}
