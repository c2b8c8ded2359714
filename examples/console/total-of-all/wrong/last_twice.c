#include <stdio.h>
int main(void) {
    int x = 0, count = 0, total = 0;
    while (!feof(stdin)) {
        scanf("%d", &x);
        count++;
        total += x;
    }
    printf("%d %d\n", count, total);
    return 0;
}
