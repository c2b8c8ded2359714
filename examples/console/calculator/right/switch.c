#include <stdio.h>

int main(void) {
    double a, b;
    char op;
    printf("a: ");
    scanf("%lf", &a);
    printf("operator: ");
    scanf(" %c", &op);
    printf("b: ");
    scanf("%lf", &b);
    switch (op) {
    case '+': printf("%.2f\n", a + b); break;
    case '-': printf("%.2f\n", a - b); break;
    case '*': printf("%.2f\n", a * b); break;
    case '/':
        if (b == 0) printf("division by zero\n");
        else printf("%.2f\n", a / b);
        break;
    }
    return 0;
}
