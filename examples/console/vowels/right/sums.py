print(sum(line.count(v) for line in [input()] for v in "aeiouAEIOU"))
