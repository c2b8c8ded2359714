#include <stdio.h>

int main(void) {
    int points;
    do {
        printf("Points: ");
        scanf("%d", &points);
    } while (points < 0 || points > 100);
    printf("Grade: %c\n", points < 60 ? 'F' : points == 100 ? 'A' : 'A' + (99 - points) / 10);
    return 0;
}
