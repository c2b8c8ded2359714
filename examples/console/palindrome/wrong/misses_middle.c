/* Stops too early: the two letters in the middle of a word of even length are not compared. */
#include <stdio.h>
#include <string.h>

int main(void) {
    char word[100];
    scanf("%s", word);
    int n = strlen(word);
    for (int i = 0; i < (n - 1) / 2; i++) {
        if (word[i] != word[n - 1 - i]) {
            printf("no\n");
            return 0;
        }
    }
    printf("yes\n");
    return 0;
}
