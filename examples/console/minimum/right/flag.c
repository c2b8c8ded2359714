#include <stdio.h>

int main(void) {
    int x, min, seen = 0;
    for (;;) {
        printf("Number: ");
        scanf("%d", &x);
        if (x == 0) break;
        if (!seen || x < min) min = x;
        seen = 1;
    }
    if (seen) printf("The smallest number is %d\n", min);
    else printf("no numbers\n");
    return 0;
}
