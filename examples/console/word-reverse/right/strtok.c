#include <stdio.h>
#include <string.h>

int main(void) {
    char line[200], *words[50];
    int n = 0;
    fgets(line, sizeof line, stdin);
    for (char *w = strtok(line, " \n"); w != NULL; w = strtok(NULL, " \n")) words[n++] = w;
    while (n-- > 0) printf(n > 0 ? "%s " : "%s\n", words[n]);
    return 0;
}
