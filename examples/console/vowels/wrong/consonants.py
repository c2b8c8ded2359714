print(sum(c not in "aeiou" for c in input()))
