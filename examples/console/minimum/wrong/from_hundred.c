/* Starts with 100, which is wrong if all numbers are larger. */
#include <stdio.h>

int main(void) {
    int x, min = 100, count = 0;
    scanf("%d", &x);
    while (x != 0) {
        count++;
        if (x < min) min = x;
        scanf("%d", &x);
    }
    if (count == 0) printf("no numbers\n");
    else printf("%d\n", min);
    return 0;
}
