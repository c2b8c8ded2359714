print(f"{int(input()) * 9 / 5 + 32:.1f}")
