# Writes two decimals.
weight = float(input())
height = float(input())
bmi = weight / height ** 2
print(f"{bmi:.2f}", "underweight" if bmi < 18.5 else "normal" if bmi < 25 else "overweight")
