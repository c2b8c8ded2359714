import java.util.Scanner;

public class Gcd {
    static int gcd(int a, int b) {
        return b == 0 ? a : gcd(b, a % b);
    }

    public static void main(String[] args) {
        Scanner s = new Scanner(System.in);
        System.out.print("First number: ");
        int a = s.nextInt();
        System.out.print("Second number: ");
        int b = s.nextInt();
        System.out.println("gcd(a, b) = " + gcd(a, b));
    }
}
