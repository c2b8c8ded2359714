print(round((int(input()) - 32) * 5 / 9))
