# Has > for >=.
points = int(input("Points: "))
while points < 0 or points > 100:
    points = int(input("Points: "))
if points > 90:
    print("A")
elif points > 80:
    print("B")
elif points > 70:
    print("C")
elif points > 60:
    print("D")
else:
    print("F")
