w = float(input())
h = float(input())
bmi = w / (h * h)
if bmi < 18.5:
    category = "underweight"
elif bmi < 25:
    category = "normal"
else:
    category = "overweight"
print(round(bmi, 1), category)
