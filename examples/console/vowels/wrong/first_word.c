/* Reads the first word only. */
#include <stdio.h>
#include <string.h>

int main(void) {
    char word[100] = "";
    int n = 0;
    scanf("%99s", word);
    for (int i = 0; word[i]; i++) if (strchr("aeiouAEIOU", word[i])) n++;
    printf("%d\n", n);
    return 0;
}
