/* One border is wrong: B from 81. */
#include <stdio.h>

int main(void) {
    int p;
    do scanf("%d", &p); while (p < 0 || p > 100);
    printf("%c\n", p >= 90 ? 'A' : p > 80 ? 'B' : p >= 70 ? 'C' : p >= 60 ? 'D' : 'F');
    return 0;
}
