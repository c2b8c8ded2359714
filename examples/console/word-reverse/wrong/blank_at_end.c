/* Writes a blank after the last word, too. */
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[200], *words[50];
    int n = 0;
    fgets(line, sizeof line, stdin);
    for (char *w = strtok(line, " \n"); w != NULL; w = strtok(NULL, " \n")) words[n++] = w;
    while (n-- > 0) printf("%s ", words[n]);
    printf("\n");
    return 0;
}
