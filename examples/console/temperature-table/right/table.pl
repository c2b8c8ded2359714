print "From: ";
my $low = <STDIN>;
print "To: ";
my $high = <STDIN>;
foreach my $c ($low .. $high) {
    printf("%d %.1f\n", $c, $c * 9 / 5 + 32);
}
