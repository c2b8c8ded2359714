/* Writes the number beside Fizz: the else belongs to the last if only. */
#include <stdio.h>

int main(void) {
    int n;
    scanf("%d", &n);
    for (int i = 1; i <= n; i++) {
        if (i % 3 == 0) printf("Fizz");
        if (i % 5 == 0) printf("Buzz");
        else printf("%d", i);
        printf("\n");
    }
    return 0;
}
