# Returns after the first division.
def is_prime(n):
    for d in range(2, n):
        if n % d == 0:
            return False
        else:
            return True
    return n == 2


print("prime" if is_prime(int(input())) else "not prime")
