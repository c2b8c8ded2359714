let rec power base n = if n = 0 then 1 else base * power base (n - 1)
