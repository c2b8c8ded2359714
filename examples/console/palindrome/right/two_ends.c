#include <stdio.h>
#include <string.h>

int main(void) {
    char word[100];
    printf("Word: ");
    scanf("%s", word);
    int i = 0, j = strlen(word) - 1, palindrome = 1;
    while (i < j) {
        if (word[i++] != word[j--]) palindrome = 0;
    }
    printf(palindrome ? "yes\n" : "no\n");
    return 0;
}
