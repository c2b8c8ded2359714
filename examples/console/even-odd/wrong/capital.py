# Writes the answer with a capital letter.
n = int(input())
print("Even" if n % 2 == 0 else "Odd")
