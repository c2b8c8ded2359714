# A second if in the place of elif: underweight persons are called normal, too.
weight = float(input())
height = float(input())
bmi = weight / height ** 2
category = ""
if bmi < 18.5:
    category = "underweight"
if bmi < 25:
    category = "normal"
else:
    category = "overweight"
print(f"{bmi:.1f} {category}")
