#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
    int secret = atoi(argv[1]), guess, count = 0;
    do {
        scanf("%d", &guess);
        count++;
        if (guess < secret) printf("too low\n");
        if (guess > secret) printf("too high\n");
    } while (guess != secret && count < 4);
    if (guess == secret) printf("%d guesses\n", count);
    else printf("lost\n");
    return 0;
}
