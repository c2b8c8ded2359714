# Has if for elif: several grades are written.
points = int(input())
while points < 0 or points > 100:
    points = int(input())
if points >= 90:
    print("A")
if points >= 80:
    print("B")
if points >= 70:
    print("C")
if points >= 60:
    print("D")
else:
    print("F")
