let apply (f : int -> int) (wanted : bool) x =
  let result = f x in
  if wanted then result else x
