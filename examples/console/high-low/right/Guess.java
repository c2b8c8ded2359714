import java.util.Scanner;

public class Guess {
    public static void main(String[] args) {
        int secret = Integer.parseInt(args[0]);
        Scanner in = new Scanner(System.in);
        int count = 0;
        while (true) {
            System.out.print("Guess? ");
            int guess = in.nextInt();
            if (guess < 1 || guess > 100) {
                System.out.println("Only 1 to 100!");
            } else {
                count++;
                if (guess == secret) break;
                System.out.println(guess < secret ? "too low" : "too high");
            }
        }
        System.out.println("Found with guess number " + count);
    }
}
