print(min(int(input()), int(input()), int(input())))
