# Writes all totals at the end.
totals = [0]
while (x := int(input("Number: "))) != 0:
    totals.append(totals[-1] + x)
for total in totals[1:]:
    print("Total:", total)
print("Numbers:", len(totals) - 1)
