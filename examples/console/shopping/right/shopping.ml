let rec shop total =
  print_string "Price: ";
  let price = read_float () in
  if price = 0. then total
  else begin
    print_string "Quantity: ";
    let quantity = read_int () in
    shop (total +. (price *. float_of_int quantity))
  end

let () = Printf.printf "Total: %.2f\n" (shop 0.)
