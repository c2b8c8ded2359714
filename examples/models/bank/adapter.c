/* The bank behind a test driver:
       lydian model driver examples/models/bank/bank.ml --lang c --length 6 --output driver.c
       cc -std=c11 -I. driver.c adapter.c bank.c -o driver -lm && ./driver
   With bank_wrong.c instead of bank.c, the driver shows dialogues that go wrong. */
#define LYDIAN_TYPES_ONLY
#include "driver.c"

void bank_install(const char *client, long account, long balance);
int bank_deposit(const char *client, long account, long amount);
int bank_withdraw(const char *client, long account, long amount);
int bank_balance(const char *client, long account, long *balance);

void sut_reset(void)
{
    bank_install("", 0, 0);
}

void sut_install(lydian_state state)
{
    if (state.length > 0)
        bank_install(state.items[0].a0.a0, state.items[0].a0.a1, state.items[0].a1);
}

int sut_Deposit(const char *client, long long account, long long amount, lydian_output *out)
{
    if (!bank_deposit(client, account, amount))
        return LYDIAN_REFUSED;
    *out = lydian_make_Deposit_ok();
    return 1;
}

int sut_Withdraw(const char *client, long long account, long long amount, lydian_output *out)
{
    if (!bank_withdraw(client, account, amount))
        return LYDIAN_REFUSED;
    *out = lydian_make_Withdraw_ok();
    return 1;
}

int sut_Balance(const char *client, long long account, lydian_output *out)
{
    long balance;

    if (!bank_balance(client, account, &balance))
        return LYDIAN_REFUSED;
    *out = lydian_make_Balance_ok(balance);
    return 1;
}
