/* Refuses numbers above 127. */
#include <stdio.h>

int main(void) {
    int n;
    scanf("%d", &n);
    if (n < 0 || n > 127) {
        printf("out of range\n");
        return 0;
    }
    int started = 0;
    for (int bit = 6; bit >= 0; bit--) {
        if (n >> bit & 1) started = 1;
        if (started || bit == 0) printf("%d", n >> bit & 1);
    }
    printf("\n");
    return 0;
}
