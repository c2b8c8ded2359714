#include <stdio.h>
int main(void) {
    int n;
    double price;
    scanf("%d %lf", &n, &price);
    int total = n * price * (n >= 10 ? 0.9 : 1.0);
    printf("%d.00\n", total);
    return 0;
}
