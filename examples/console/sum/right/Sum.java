import java.util.Scanner;

public class Sum {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        System.out.print("How many numbers? ");
        int n = in.nextInt();
        int sum = 0;
        while (n-- > 0) {
            System.out.print("Number: ");
            sum += in.nextInt();
        }
        System.out.println("Sum = " + sum);
    }
}
