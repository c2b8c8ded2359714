#include <stdio.h>
#include <string.h>

int main(int argc, char *argv[]) {
    char attempt[100];
    int tries = 0;
    while (tries < 3) {
        printf("Password: ");
        fgets(attempt, sizeof attempt, stdin);
        attempt[strcspn(attempt, "\n")] = '\0';
        if (strcmp(attempt, argv[1]) == 0) {
            printf("Hello and welcome!\n");
            return 0;
        }
        printf("Sorry, wrong password.\n");
        tries++;
    }
    printf("Your account is locked.\n");
    return 1;
}
