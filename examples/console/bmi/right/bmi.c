#include <stdio.h>

int main(void) {
    double weight, height, bmi;
    printf("Weight (kg): ");
    scanf("%lf", &weight);
    printf("Height (m): ");
    scanf("%lf", &height);
    bmi = weight / (height * height);
    printf("BMI: %.1f, ", bmi);
    if (bmi < 18.5) printf("underweight\n");
    else if (bmi < 25.0) printf("normal\n");
    else printf("overweight\n");
    return 0;
}
