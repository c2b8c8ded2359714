/* Says that there is too little, and takes it out nevertheless. */
#include <stdio.h>

int main(void) {
    int balance = 0, choice, amount;
    do {
        printf("Choice: ");
        scanf("%d", &choice);
        if (choice == 1 || choice == 2) {
            scanf("%d", &amount);
            if (choice == 1) balance += amount;
            else balance -= amount;
        }
        if (choice == 2 && balance < 0) printf("insufficient funds\n");
        else if (choice >= 1 && choice <= 3) printf("Balance: %d\n", balance);
    } while (choice != 4);
    return 0;
}
