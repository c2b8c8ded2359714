/* Ends at negative numbers, too. */
#include <stdio.h>

int main(void) {
    int x, min = 0, count = 0;
    scanf("%d", &x);
    while (x > 0) {
        if (count == 0 || x < min) min = x;
        count++;
        scanf("%d", &x);
    }
    if (count == 0) printf("no numbers\n");
    else printf("%d\n", min);
    return 0;
}
