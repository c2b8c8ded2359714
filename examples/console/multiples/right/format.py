n = int(input("Which table? "))
for i in range(1, 11):
    print(f"{i:2} * {n} = {i * n:3}")
