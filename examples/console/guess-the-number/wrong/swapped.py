import sys
secret = int(sys.argv[1])
for count in range(1, 5):
    g = int(input())
    if g == secret:
        print(count, "guesses")
        break
    print("too high" if g < secret else "too low")
else:
    print("lost")
