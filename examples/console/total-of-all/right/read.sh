count=0
total=0
while read -r x; do
    (( count++ ))
    (( total += x ))
done
echo "$count: $total"
