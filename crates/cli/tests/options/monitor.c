#include <stdio.h>

int main(void) {
    char line[200];
    long time, number;
    while (fgets(line, sizeof line, stdin))
        if (sscanf(line, "%ld: x = %ld", &time, &number) == 2) printf("%ld: large = %d\n", time, number > 100);
    return 0;
}
