import java.util.Scanner;

public class Binary {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        System.out.print("Number: ");
        int n = in.nextInt();
        if (n < 0 || n > 255) {
            System.out.println("out of range");
            System.exit(1);
        }
        System.out.println("Binary: " + Integer.toBinaryString(n));
    }
}
