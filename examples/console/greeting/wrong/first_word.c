#include <stdio.h>
int main(void) {
    char name[200];
    scanf("%199s", name);
    printf("Hello, %s!\n", name);
    return 0;
}
