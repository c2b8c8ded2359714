#include <ctype.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[100];
    int n = 0;
    printf("Enter a text: ");
    fgets(line, sizeof line, stdin);
    for (int i = 0; line[i] != '\0'; i++) {
        if (strchr("aeiou", tolower(line[i]))) n++;
    }
    printf("Vowels: %d\n", n);
    return 0;
}
