weight = float(input("Weight in kg: "))
height = float(input("Height in m: "))
bmi = weight / height ** 2
print(f"Your BMI is {bmi:.1f}")
if bmi < 18.5:
    print("underweight")
elif bmi < 25:
    print("normal weight")
else:
    print("overweight")
