/* Stops before the first word, unless it is the only one. */
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[200], *words[50];
    int n = 0;
    fgets(line, sizeof line, stdin);
    for (char *w = strtok(line, " \n"); w != NULL; w = strtok(NULL, " \n")) words[n++] = w;
    printf("%s", words[n - 1]);
    for (int i = n - 2; i > 0; i--) printf(" %s", words[i]);
    printf("\n");
    return 0;
}
