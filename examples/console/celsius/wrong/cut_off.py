c = (int(input()) - 32) * 5 / 9
print(int(c * 10) / 10)
