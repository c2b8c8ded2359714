low = int(input("From: "))
high = int(input("To: "))
for celsius in range(low, high + 1):
    fahrenheit = celsius * 9 / 5 + 32
    print(f"{celsius} {fahrenheit:.1f}")
