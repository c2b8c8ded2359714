read n
for (( i = n; i > 0; i-- )); do echo "$i"; done
echo "Go!"
