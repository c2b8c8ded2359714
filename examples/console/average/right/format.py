n = int(input("Number of marks: "))
marks = []
for i in range(n):
    marks.append(int(input("Mark: ")))
print(f"Average: {sum(marks) / n:.2f}")
