n = int(input())
for i in range(11):
    print(i, "*", n, "=", i * n)
