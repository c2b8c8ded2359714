#include <stdio.h>
int main(void) {
    int x, count = 0, total = 0;
    while (scanf("%d", &x) == 1) {
        count++;
        total += x;
    }
    printf("%d %d\n", count, total);
    return 0;
}
