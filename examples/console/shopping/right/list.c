#include <stdio.h>

int main(void) {
    double price, total = 0;
    int quantity;
    printf("Price: ");
    scanf("%lf", &price);
    while (price > 0) {
        printf("Quantity: ");
        scanf("%d", &quantity);
        total += price * quantity;
        printf("Price: ");
        scanf("%lf", &price);
    }
    printf("To pay: %.2f\n", total);
    return 0;
}
