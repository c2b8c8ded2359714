#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char line[100];
    fgets(line, sizeof line, stdin);
    int n = atoi(line);
    float sum = 0;
    for (int i = 0; i < n; i++) {
        fgets(line, sizeof line, stdin);
        sum += atoi(line);
    }
    printf("%.2f", sum / n);
    return 0;
}
