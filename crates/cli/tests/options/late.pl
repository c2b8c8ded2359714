print "n? ";
my $n;
while (($n = <STDIN>) < 0 || $n > 9) { $| = 1; print "again\n"; $| = 0 }
my $sum = 0;
$sum += <STDIN> for 1 .. $n;
print "$ARGV[-1] $sum.\n";
