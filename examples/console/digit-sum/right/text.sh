read n
s=0
for (( i = 0; i < ${#n}; i++ )); do (( s += ${n:i:1} )); done
echo $s
