#include <stdio.h>

int main(void) {
    int c, sum = 0;
    while ((c = getchar()) != '\n' && c != EOF) sum += c - '0';
    printf("%d\n", sum);
    return 0;
}
