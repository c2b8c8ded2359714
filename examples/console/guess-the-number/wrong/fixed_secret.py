secret = 42
for count in range(1, 5):
    g = int(input())
    if g == secret:
        print(count, "guesses")
        break
    print("too low" if g < secret else "too high")
else:
    print("lost")
