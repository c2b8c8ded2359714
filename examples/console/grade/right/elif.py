points = int(input("Points: "))
while points < 0 or points > 100:
    points = int(input("From 0 to 100, please: "))
if points >= 90:
    grade = "A"
elif points >= 80:
    grade = "B"
elif points >= 70:
    grade = "C"
elif points >= 60:
    grade = "D"
else:
    grade = "F"
print("Grade:", grade)
