f = int(input("Fahrenheit: "))
print(f"{f} F are {(f - 32) * 5 / 9:.1f} C")
