#include <stdio.h>

int main(int count, char **words) {
    int n, x, sum = 0;
    printf("n? ");
    fflush(stdout);
    while (scanf("%d", &n) == 1 && (n < 0 || n > 9)) {
        puts("again");
        fflush(stdout);
    }
    while (n-- > 0 && scanf("%d", &x) == 1) sum += x;
    printf("%s %d.\n", words[count - 1], sum);
    return 0;
}
