import java.util.Scanner;

public class Palindrome {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        System.out.print("Word: ");
        String word = in.next();
        String reversed = new StringBuilder(word).reverse().toString();
        System.out.println(word.equals(reversed) ? "yes" : "no");
    }
}
