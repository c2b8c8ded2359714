n = int(input())
i = 1
while i <= n:
    print("Fizz" * (i % 3 == 0) + "Buzz" * (i % 5 == 0) or i)
    i += 1
