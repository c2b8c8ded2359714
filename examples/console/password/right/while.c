#include <stdio.h>
#include <string.h>
int main(void) {
    char word[100];
    for (int tries = 0; tries < 3; tries++) {
        printf("Password? ");
        fgets(word, sizeof word, stdin);
        if (strcmp(word, "sesame\n") == 0) {
            printf("welcome\n");
            return 0;
        }
    }
    printf("locked\n");
    return 0;
}
