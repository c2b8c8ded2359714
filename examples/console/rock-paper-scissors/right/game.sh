player=0
computer=0
for ((i = 0; i < ${#1}; i++)); do
    other=${1:i:1}
    move=
    until [[ $move == [rps] ]]; do
        echo -n "Move: "
        read move
    done
    case $move$other in
        rr | pp | ss) echo draw ;;
        rs | sp | pr) echo win; ((player++)) ;;
        *) echo lose; ((computer++)) ;;
    esac
done
echo "$player:$computer"
