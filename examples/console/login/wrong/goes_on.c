/* Goes on asking after a right password. */
#include <stdio.h>
#include <string.h>

int main(int argc, char *argv[]) {
    char attempt[100];
    int ok = 0;
    for (int tries = 0; tries < 3; tries++) {
        scanf("%99s", attempt);
        if (strcmp(attempt, argv[1]) == 0) {
            printf("welcome\n");
            ok = 1;
        } else printf("wrong password\n");
    }
    if (!ok) printf("locked\n");
    return 0;
}
