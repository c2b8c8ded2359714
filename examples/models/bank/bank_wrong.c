/* The bank of bank.c with a mistake: a withdrawal takes one coin less than it should. The smallest test is a withdrawal
   of nothing and a look at the balance. */
#include <string.h>

static char owner[64];
static long number;
static long money;

void bank_install(const char *client, long account, long balance)
{
    strncpy(owner, client, sizeof owner - 1);
    number = account;
    money = balance;
}

static int known(const char *client, long account)
{
    return strcmp(client, owner) == 0 && account == number;
}

int bank_deposit(const char *client, long account, long amount)
{
    if (!known(client, account) || amount < 0)
        return 0;
    money += amount;
    return 1;
}

int bank_withdraw(const char *client, long account, long amount)
{
    if (!known(client, account) || amount < 0 || amount > money)
        return 0;
    money -= amount - 1;
    return 1;
}

int bank_balance(const char *client, long account, long *balance)
{
    if (!known(client, account))
        return 0;
    *balance = money > 0 ? money : 0;
    return 1;
}
