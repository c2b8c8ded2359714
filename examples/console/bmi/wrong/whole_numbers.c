/* Reads whole kilograms. */
#include <stdio.h>

int main(void) {
    double w, h, bmi;
    scanf("%lf", &w);
    scanf("%lf", &h);
    bmi = (int)w / (h * h);
    printf("%.1f %s\n", bmi, bmi < 18.5 ? "underweight" : bmi < 25 ? "normal" : "overweight");
    return 0;
}
