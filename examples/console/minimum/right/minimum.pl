use strict;
use warnings;

my $min;
while (1) {
    print "Number: ";
    my $x = <STDIN>;
    chomp $x;
    last if $x == 0;
    $min = $x if !defined $min || $x < $min;
}
print defined $min ? "Smallest: $min\n" : "no numbers\n";
