#include <stdio.h>
int main(void) {
    int x, low, high;
    scanf("%d", &x);
    low = high = x;
    while (x != 0) {
        if (x < low) low = x;
        if (x > high) high = x;
        scanf("%d", &x);
    }
    printf("%d %d\n", low, high);
    return 0;
}
