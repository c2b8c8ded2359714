import sys

print("n? ", end="", flush=True)
wrong = 0
while (n := int(input())) not in range(10):
    print("again", flush=True)
    wrong += 1
    if wrong == 3:
        raise SystemExit
print(sys.argv[-1], f"{sum(int(input()) for _ in range(n))}.")
