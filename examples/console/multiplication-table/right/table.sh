read -p "Number: " n
while [ "$n" -lt 1 ] || [ "$n" -gt 20 ]; do
    read -p "From 1 to 20: " n
done
for i in {1..10}; do
    echo "$n x $i = $((n * i))"
done
