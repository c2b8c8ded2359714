# Asks for the height first.
height = float(input("Height: "))
weight = float(input("Weight: "))
bmi = weight / height ** 2
print(f"{bmi:.1f}", "underweight" if bmi < 18.5 else "normal" if bmi < 25 else "overweight")
