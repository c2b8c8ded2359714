import sys
numbers = {int(line) for line in sys.stdin}
print(len(numbers), sum(numbers))
