a = int(input("a: "))
b = int(input("b: "))
c = int(input("c: "))
print("Largest:", max(a, b, c))
