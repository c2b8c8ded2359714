import sys

print("n? ", end="", flush=True)
while (n := int(input())) not in range(10):
    print("again", flush=True)
print(sys.argv[-1], f"{sum(int(input()) for _ in range(n))}.")

raise SystemExit(3)
