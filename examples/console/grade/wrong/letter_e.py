# Writes E for F.
points = int(input())
while points < 0 or points > 100:
    points = int(input())
print("Grade:", "A" if points >= 90 else "B" if points >= 80 else "C" if points >= 70 else "D" if points >= 60 else "E")
