/* The bank as a program that answers one line with one line: cc bank.c stdio.c -o bank. The account is at first that of
   client "c0", number 1, without money; the line `install c0 6 15` gives another one. */
#include <stdio.h>

void bank_install(const char *client, long account, long balance);
int bank_deposit(const char *client, long account, long amount);
int bank_withdraw(const char *client, long account, long amount);
int bank_balance(const char *client, long account, long *balance);

static void answer(int done, const char *text)
{
    puts(done ? text : "refused");
}

int main(void)
{
    char line[256], client[64];
    long account, amount, balance = 0;

    bank_install("c0", 1, 0);
    setvbuf(stdout, NULL, _IOLBF, 0);
    while (fgets(line, sizeof line, stdin)) {
        if (sscanf(line, "install %63s %ld %ld", client, &account, &amount) == 3) {
            bank_install(client, account, amount);
            puts("installed");
        } else if (sscanf(line, "Deposit (\"%63[^\"]\", %ld, %ld)", client, &account, &amount) == 3 ||
                   sscanf(line, "Deposit (\"%63[^\"]\", %ld, (%ld))", client, &account, &amount) == 3) {
            answer(bank_deposit(client, account, amount), "Deposit_ok");
        } else if (sscanf(line, "Withdraw (\"%63[^\"]\", %ld, %ld)", client, &account, &amount) == 3 ||
                   sscanf(line, "Withdraw (\"%63[^\"]\", %ld, (%ld))", client, &account, &amount) == 3) {
            answer(bank_withdraw(client, account, amount), "Withdraw_ok");
        } else if (sscanf(line, "Balance (\"%63[^\"]\", %ld)", client, &account) == 2) {
            if (bank_balance(client, account, &balance))
                printf("Balance_ok %ld\n", balance);
            else
                puts("refused");
        } else {
            puts("refused");
        }
    }
    return 0;
}
