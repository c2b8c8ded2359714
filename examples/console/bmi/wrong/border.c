/* Takes 30 for the border of overweight. */
#include <stdio.h>

int main(void) {
    double w, h, bmi;
    scanf("%lf", &w);
    scanf("%lf", &h);
    bmi = w / (h * h);
    printf("%.1f ", bmi);
    if (bmi < 18.5) printf("underweight\n");
    else if (bmi < 30) printf("normal\n");
    else printf("overweight\n");
    return 0;
}
