import java.util.Locale;
import java.util.Scanner;

public class Average {
    public static void main(String[] args) {
        Scanner scanner = new Scanner(System.in);
        System.out.print("Number of marks: ");
        int n = scanner.nextInt();
        double sum = 0;
        for (int i = 1; i <= n; i++) {
            System.out.print("Mark: ");
            sum += scanner.nextInt();
        }
        System.out.printf(Locale.US, "The average is %.2f%n", sum / n);
    }
}
