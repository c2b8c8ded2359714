# Takes the final 0 for a number.
numbers = []
while True:
    x = int(input())
    numbers.append(x)
    if x == 0:
        break
if len(numbers) == 1:
    print("no numbers")
else:
    print(min(numbers))
