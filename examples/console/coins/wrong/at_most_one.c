/* Pays at most one coin of each kind but the largest. */
#include <stdio.h>

int main(void) {
    int coins[] = {200, 100, 50, 20, 10, 5, 2, 1}, amount;
    do scanf("%d", &amount); while (amount < 1 || amount > 999);
    printf("200: %d\n", amount / 200);
    amount %= 200;
    for (int i = 1; i < 8; i++) {
        int n = amount >= coins[i];
        amount -= n * coins[i];
        printf("%d: %d\n", coins[i], n);
    }
    return 0;
}
