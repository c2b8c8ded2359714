"""A bank that answers one line with one line, and every second time gives only half of what is asked for.

Right as it is. Wrong with an argument: `greedy` takes one coin more than asked for at every third withdrawal,
`forgetful` gives the money but does not take it from the account.
"""
import re
import sys

wrong = sys.argv[1] if len(sys.argv) > 1 else ""
balance = 10
withdrawals = 0


def withdraw(asked):
    global balance, withdrawals
    if asked < 0 or asked > balance:
        return "refused"
    withdrawals += 1
    taken = asked // 2 if withdrawals % 2 == 0 else asked
    if wrong == "greedy" and withdrawals % 3 == 0:
        taken = asked + 1
    if wrong != "forgetful":
        balance -= taken
    return f"[Taken {taken}]" if taken >= 0 else f"[Taken ({taken})]"


for line in sys.stdin:
    words = re.findall(r"\w+|-\d+", line)
    if words[:1] == ["Deposit"] and int(words[1]) >= 0:
        balance += int(words[1])
        answer = "[Deposit_ok]"
    elif words[:1] == ["Withdraw"]:
        answer = withdraw(int(words[1]))
    elif words == ["Balance"]:
        answer = f"[Balance_ok {balance}]"
    elif words == ["reset"]:
        balance, withdrawals = 10, 0
        answer = "done"
    else:
        answer = "refused"
    print(answer, flush=True)
