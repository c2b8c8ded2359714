read a b c
set -- $(printf '%s\n' "$a" "$b" "$c" | sort -n)
if (( $1 + $2 <= $3 )); then echo "no triangle"
elif (( $1 == $3 )); then echo equilateral
elif (( $1 == $2 || $2 == $3 )); then echo isosceles
else echo scalene; fi
