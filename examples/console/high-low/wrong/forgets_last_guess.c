/* Does not count the last guess. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    int secret = atoi(argv[1]), guess, n = 0;
    scanf("%d", &guess);
    while (guess != secret) {
        if (guess >= 1 && guess <= 100) {
            n++;
            printf(guess < secret ? "too low\n" : "too high\n");
        }
        scanf("%d", &guess);
    }
    printf("You needed %d guesses.\n", n);
    return 0;
}
