/* Leaves the last letter out. */
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[100];
    int n = 0;
    fgets(line, sizeof line, stdin);
    line[strcspn(line, "\n")] = 0;
    for (int i = 0; i + 1 < (int)strlen(line); i++) if (strchr("aeiouAEIOU", line[i])) n++;
    printf("%d\n", n);
    return 0;
}
