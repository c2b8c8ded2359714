/* Tries 2, 3, 5 and 7 only: 121 is called prime. */
#include <stdio.h>

int main(void) {
    int n, divisors[] = {2, 3, 5, 7}, prime;
    scanf("%d", &n);
    prime = n > 1;
    for (int i = 0; i < 4; i++) if (n != divisors[i] && n % divisors[i] == 0) prime = 0;
    printf(prime ? "prime\n" : "not prime\n");
    return 0;
}
