print(round((int(input()) - 32) / 1.8, 1))
