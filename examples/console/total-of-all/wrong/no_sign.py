import sys
numbers = [abs(int(line)) for line in sys.stdin]
print(len(numbers), sum(numbers))
