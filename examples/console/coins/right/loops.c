#include <stdio.h>

int main(void) {
    int coins[] = {200, 100, 50, 20, 10, 5, 2, 1};
    int amount;
    do {
        printf("Amount: ");
        scanf("%d", &amount);
    } while (amount < 1 || amount > 999);
    for (int i = 0; i < 8; i++) {
        int n = 0;
        while (amount >= coins[i]) {
            amount -= coins[i];
            n++;
        }
        printf("%d: %d\n", coins[i], n);
    }
    return 0;
}
