#include <stdio.h>
int main(void) {
    int a, b;
    char op;
    scanf("%d %c %d", &a, &op, &b);
    switch (op) {
        case '+': printf("%d\n", a + b);
        case '-': printf("%d\n", a - b); break;
        case '*': printf("%d\n", a * b); break;
        default: if (b == 0) printf("error\n"); else printf("%d\n", a / b);
    }
    return 0;
}
