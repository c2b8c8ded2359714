/* Refuses years before 1582. */
#include <stdio.h>

int main(void) {
    int y;
    scanf("%d", &y);
    if (y > 1582 && ((y % 4 == 0 && y % 100 != 0) || y % 400 == 0)) printf("%d is a leap year\n", y);
    else printf("%d is not a leap year\n", y);
    return 0;
}
