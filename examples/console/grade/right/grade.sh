while true; do
    echo -n "Points: "
    read points
    [ "$points" -ge 0 ] && [ "$points" -le 100 ] && break
    echo "From 0 to 100!"
done
if [ "$points" -ge 90 ]; then echo A
elif [ "$points" -ge 80 ]; then echo B
elif [ "$points" -ge 70 ]; then echo C
elif [ "$points" -ge 60 ]; then echo D
else echo F
fi
