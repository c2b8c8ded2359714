#include <stdio.h>
int main(void) {
    int n;
    double price;
    scanf("%d %lf", &n, &price);
    printf("%.2f\n", n * price * (n >= 10 ? 0.9 : 1.0));
    return 0;
}
