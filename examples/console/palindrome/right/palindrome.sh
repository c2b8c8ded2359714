read word
if [ "$word" = "$(echo "$word" | rev)" ]; then
    echo yes
else
    echo no
fi
