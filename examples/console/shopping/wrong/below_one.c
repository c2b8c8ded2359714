/* Ends at prices below 1, too. */
#include <stdio.h>

int main(void) {
    double price, total = 0;
    int quantity;
    scanf("%lf", &price);
    while (price >= 1) {
        scanf("%d", &quantity);
        total += price * quantity;
        scanf("%lf", &price);
    }
    printf("%.2f\n", total);
    return 0;
}
