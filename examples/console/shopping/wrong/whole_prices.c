/* Cuts the cents off the prices. */
#include <stdio.h>

int main(void) {
    double price;
    int quantity, total = 0;
    scanf("%lf", &price);
    while (price > 0) {
        scanf("%d", &quantity);
        total += (int)price * quantity;
        scanf("%lf", &price);
    }
    printf("%d.00\n", total);
    return 0;
}
