import sys

numbers = [int(word) for word in sys.stdin.read().split()]
print(sum(numbers[1:]))
