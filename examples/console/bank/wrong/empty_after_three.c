/* Resets the balance to 0 when it is shown twice in a row. */
#include <stdio.h>

int main(void) {
    int balance = 0, choice = 0, before = 0, amount;
    while (1) {
        before = choice;
        printf("Choice: ");
        scanf("%d", &choice);
        if (choice == 4) return 0;
        if (choice < 1 || choice > 4) continue;
        if (choice == 3 && before == 3) balance = 0;
        if (choice != 3) scanf("%d", &amount);
        if (choice == 1) balance += amount;
        if (choice == 2 && amount > balance) {
            printf("insufficient funds\n");
            continue;
        }
        if (choice == 2) balance -= amount;
        printf("Balance: %d\n", balance);
    }
}
