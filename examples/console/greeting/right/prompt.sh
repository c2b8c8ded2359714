read -r -p "Name? " name
echo "Hello, $name!"
