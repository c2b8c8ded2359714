#include <stdio.h>

int main(void) {
    int year, leap = 0;
    printf("Please enter a year:\n");
    scanf("%d", &year);
    if (year % 4 == 0) {
        leap = 1;
        if (year % 100 == 0) {
            leap = 0;
            if (year % 400 == 0) leap = 1;
        }
    }
    if (leap) printf("%d is a leap year\n", year);
    else printf("%d is not a leap year\n", year);
    return 0;
}
