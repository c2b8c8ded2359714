import java.util.Scanner;

public class Leap {
    static boolean isLeap(int year) {
        if (year % 400 == 0) return true;
        if (year % 100 == 0) return false;
        return year % 4 == 0;
    }

    public static void main(String[] args) {
        System.out.print("Year? ");
        int year = Integer.parseInt(new Scanner(System.in).nextLine());
        System.out.println(year + (isLeap(year) ? " is a leap year" : " is not a leap year"));
    }
}
