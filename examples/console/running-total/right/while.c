#include <stdio.h>

int main(void) {
    int x, total = 0, count = 0;
    printf("Number: ");
    scanf("%d", &x);
    while (x != 0) {
        total += x;
        count++;
        printf("Total so far: %d\n", total);
        printf("Number: ");
        scanf("%d", &x);
    }
    printf("Numbers: %d\n", count);
    return 0;
}
