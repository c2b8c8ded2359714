/* The last pair that is compared decides: the result is overwritten in each round. */
#include <stdio.h>
#include <string.h>

int main(void) {
    char word[100];
    int same = 1;
    scanf("%s", word);
    for (int i = 0, j = strlen(word) - 1; i < j; i++, j--) same = word[i] == word[j];
    printf("%s\n", same ? "yes" : "no");
    return 0;
}
