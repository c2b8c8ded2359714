/* Gives up after three wrong values. */
#include <stdio.h>

int main(void) {
    int p, tries = 0;
    scanf("%d", &p);
    while (p < 0 || p > 100) {
        if (++tries == 3) {
            printf("too many wrong values\n");
            return 0;
        }
        scanf("%d", &p);
    }
    printf("%c\n", p >= 90 ? 'A' : p >= 80 ? 'B' : p >= 70 ? 'C' : p >= 60 ? 'D' : 'F');
    return 0;
}
