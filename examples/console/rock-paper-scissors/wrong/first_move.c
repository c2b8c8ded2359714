/* The computer always makes its first move. */
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    char a, b = argv[1][0];
    int player = 0, computer = 0;
    for (int i = 0; i < (int)strlen(argv[1]); i++) {
        do scanf(" %c", &a); while (a != 'r' && a != 'p' && a != 's');
        if (a == b) printf("draw\n");
        else if ((a == 'r' && b == 's') || (a == 's' && b == 'p') || (a == 'p' && b == 'r')) {
            printf("win\n");
            player++;
        } else {
            printf("lose\n");
            computer++;
        }
    }
    printf("%d:%d\n", player, computer);
    return 0;
}
