let sum l = List.fold_right ( +. ) l 0.
