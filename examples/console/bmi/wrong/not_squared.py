# Forgets the square.
weight = float(input())
height = float(input())
bmi = weight / height
print(f"{bmi:.1f}")
print("underweight" if bmi < 18.5 else "normal" if bmi < 25 else "overweight")
