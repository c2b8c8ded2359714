#include <stdio.h>

int main(void) {
    int n;
    printf("Number: ");
    scanf("%d", &n);
    puts(n % 2 == 0 ? "even" : "odd");
    return 0;
}
