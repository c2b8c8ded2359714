n = int(input("How many? "))
print("Maximum:", max([int(input("> ")) for _ in range(n)]))
