# Has room for ten numbers only and leaves the others out of the sum.
n = int(input("n: "))
numbers = [0] * 10
for i in range(n):
    x = int(input("x: "))
    if i < 10:
        numbers[i] = x
print("Sum:", sum(numbers))
