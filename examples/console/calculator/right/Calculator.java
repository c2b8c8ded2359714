import java.util.Locale;
import java.util.Scanner;

public class Calculator {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int a = in.nextInt();
        String op = in.next();
        int b = in.nextInt();
        switch (op) {
            case "+" -> System.out.println(a + b);
            case "-" -> System.out.println(a - b);
            case "*" -> System.out.println(a * b);
            default -> {
                if (b == 0) System.out.println("division by zero");
                else System.out.println(String.format(Locale.US, "%.2f", (double) a / b));
            }
        }
    }
}
