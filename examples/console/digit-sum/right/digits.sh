echo -n "Number: "
read n
sum=0
for ((i = 0; i < ${#n}; i++)); do
    sum=$((sum + ${n:i:1}))
done
echo "Digit sum: $sum"
