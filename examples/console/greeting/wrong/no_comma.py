print("Hello " + input() + "!")
