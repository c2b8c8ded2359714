import sys
secret, seen = int(sys.argv[1]), set()
for _ in range(4):
    g = int(input())
    seen.add(g)
    if g == secret:
        print(len(seen), "guesses")
        break
    print("too low" if g < secret else "too high")
else:
    print("lost")
