#include <stdio.h>
int main(void) {
    int n;
    scanf("%d", &n);
    while (n > 0) {
        printf("%d ", n);
        n--;
    }
    printf("\nGO!\n");
    return 0;
}
