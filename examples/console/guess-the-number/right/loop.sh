for count in 1 2 3 4; do
    read -r number
    if (( number < $1 )); then echo "too low"
    elif (( number > $1 )); then echo "too high"
    else echo "$count guesses"; exit 0; fi
done
echo lost
