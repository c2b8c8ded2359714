my @numbers;
for (1 .. 3) {
    print "Number: ";
    my $x = <STDIN>;
    chomp $x;
    push @numbers, $x;
}
print join(", ", sort { $a <=> $b } @numbers), "\n";
