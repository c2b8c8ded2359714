read n
for i in {1..10}; do printf '%2d * %2d = %4d\n' "$i" "$n" "$(( i * n ))"; done
