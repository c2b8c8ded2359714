#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    char line[100], *moves = argv[1];
    int player = 0, computer = 0;
    for (int i = 0; moves[i] != '\0'; i++) {
        do {
            printf("r, p or s? ");
            fgets(line, sizeof line, stdin);
        } while (strlen(line) != 2 || strchr("rps", line[0]) == NULL);
        char a = line[0], b = moves[i];
        if (a == b) {
            puts("draw");
        } else if ((a == 'r' && b == 's') || (a == 's' && b == 'p') || (a == 'p' && b == 'r')) {
            puts("win");
            player++;
        } else {
            puts("lose");
            computer++;
        }
    }
    printf("%d:%d\n", player, computer);
    return 0;
}
