import sys
numbers = [int(line) for line in sys.stdin][1:]
print(len(numbers), sum(numbers))
