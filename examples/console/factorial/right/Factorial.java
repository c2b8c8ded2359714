import java.util.Scanner;

public class Factorial {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int n;
        do {
            System.out.print("Number: ");
            n = Integer.parseInt(in.nextLine().trim());
        } while (n < 0 || n > 12);
        long result = 1;
        for (int i = n; i > 1; i--) result = result * i;
        System.out.println("Result: " + result);
    }
}
