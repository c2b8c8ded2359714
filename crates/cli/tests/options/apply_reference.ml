let apply (f : int -> int) (wanted : bool) x = if wanted then f x else x
