#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    int secret = atoi(argv[1]), guess, n = 0;
    do {
        printf("Guess: ");
        fflush(stdout);
        scanf("%d", &guess);
        if (guess < 1 || guess > 100) {
            puts("not allowed");
            continue;
        }
        n++;
        if (guess < secret) puts("too low");
        if (guess > secret) puts("too high");
    } while (guess != secret);
    printf("Right! Guesses: %d\n", n);
    return 0;
}
