for _ in range(40):
    x = int(input())
    print("large" if x * x > 5000 else "small" if x > 3 else "tiny")
