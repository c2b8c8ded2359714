import java.util.Arrays;
import java.util.Scanner;

public class Three {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int[] numbers = new int[3];
        for (int i = 0; i < 3; i++) {
            System.out.print("Number: ");
            numbers[i] = in.nextInt();
        }
        Arrays.sort(numbers);
        System.out.println(Arrays.toString(numbers));
    }
}
