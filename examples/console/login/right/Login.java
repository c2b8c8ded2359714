import java.util.Scanner;

public class Login {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        boolean ok = false;
        for (int i = 0; i < 3 && !ok; i++) {
            System.out.print("Password: ");
            ok = in.nextLine().equals(args[0]);
            System.out.println(ok ? "welcome" : "wrong password");
        }
        if (!ok) System.out.println("locked");
    }
}
