use strict;
use warnings;
$| = 1;

my $balance = 0;
while (1) {
    print "Choice (1-4): ";
    chomp(my $choice = <STDIN>);
    last if $choice == 4;
    next if $choice < 1 || $choice > 4;
    if ($choice != 3) {
        print "Amount: ";
        chomp(my $amount = <STDIN>);
        if ($choice == 2 && $amount > $balance) {
            print "insufficient funds\n";
            next;
        }
        $balance += $choice == 1 ? $amount : -$amount;
    }
    print "Balance: $balance\n";
}
