let rec power base n =
  if n = 0 then 1
  else
    let half = power base (n / 2) in
    if n mod 2 = 0 then half * half else half * half * base
