for attempt in first second third; do
    read -p "Your $attempt attempt: " password
    if [ "$password" == "$1" ]; then
        echo "welcome"
        exit 0
    fi
    echo "wrong password"
done
echo "account locked"
