/* Counts the guesses that it refuses. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    int secret = atoi(argv[1]), guess = 0, n = 0;
    while (guess != secret) {
        scanf("%d", &guess);
        n++;
        if (guess < 1 || guess > 100) printf("no\n");
        else if (guess < secret) printf("too low\n");
        else if (guess > secret) printf("too high\n");
    }
    printf("%d\n", n);
    return 0;
}
