my $line = <STDIN>;
chomp $line;
print join(" ", reverse split / /, $line), "\n";
