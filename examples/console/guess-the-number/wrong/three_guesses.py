import sys
secret = int(sys.argv[1])
for count in range(1, 4):
    g = int(input())
    if g == secret:
        print(count, "guesses")
        break
    print("too low" if g < secret else "too high")
else:
    print("lost")
