/* Compares only as many letters as the password has. */
#include <stdio.h>
#include <string.h>

int main(int argc, char *argv[]) {
    char attempt[100];
    for (int tries = 0; tries < 3; tries++) {
        scanf("%s", attempt);
        if (strncmp(attempt, argv[1], strlen(argv[1])) == 0) {
            printf("welcome\n");
            return 0;
        }
        printf("wrong password\n");
    }
    printf("locked\n");
    return 0;
}
