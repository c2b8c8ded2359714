print "Weight: ";
chomp(my $w = <STDIN>);
print "Height: ";
chomp(my $h = <STDIN>);
my $bmi = $w / $h ** 2;
my $category = $bmi < 18.5 ? "underweight" : $bmi < 25 ? "normal" : "overweight";
printf "BMI %.1f (%s)\n", $bmi, $category;
