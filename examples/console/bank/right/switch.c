#include <stdio.h>

int main(void) {
    int balance = 0, choice, amount;
    for (;;) {
        printf("1 pay in, 2 take out, 3 balance, 4 end: ");
        scanf("%d", &choice);
        switch (choice) {
        case 1:
            printf("Amount: ");
            scanf("%d", &amount);
            balance += amount;
            printf("Balance: %d\n", balance);
            break;
        case 2:
            printf("Amount: ");
            scanf("%d", &amount);
            if (amount > balance) {
                printf("Sorry, insufficient funds.\n");
            } else {
                balance -= amount;
                printf("Balance: %d\n", balance);
            }
            break;
        case 3:
            printf("Balance: %d\n", balance);
            break;
        case 4:
            return 0;
        default:
            printf("There is no such choice.\n");
        }
    }
}
