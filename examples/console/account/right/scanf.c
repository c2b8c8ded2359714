#include <stdio.h>
int main(void) {
    int balance = 0, amount;
    while (scanf("%d", &amount) == 1 && amount != 0) {
        if (amount < 0 && -amount > balance) {
            printf("insufficient\n");
            continue;
        }
        balance = balance + amount;
        printf("%d\n", balance);
    }
    printf("%d\n", balance);
    return 0;
}
