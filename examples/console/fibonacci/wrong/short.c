/* Numbers from the 24th on do not fit into 16 bits. */
#include <stdio.h>

int main(void) {
    int n;
    short a = 1, b = 1;
    scanf("%d", &n);
    while (n-- > 0) {
        printf("%d ", a);
        short c = a + b;
        a = b;
        b = c;
    }
    return 0;
}
