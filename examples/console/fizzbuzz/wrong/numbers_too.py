n = int(input())
for i in range(1, n + 1):
    if i % 3 == 0:
        print("Fizz")
    if i % 5 == 0:
        print("Buzz")
    print(i)
