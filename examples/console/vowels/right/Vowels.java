import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

public class Vowels {
    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        System.out.print("Text: ");
        String line = in.readLine();
        int count = 0;
        for (char c : line.toCharArray()) {
            if ("aeiouAEIOU".indexOf(c) >= 0) count++;
        }
        System.out.println("Number of vowels: " + count);
    }
}
