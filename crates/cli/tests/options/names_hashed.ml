let allowed name = Hashtbl.hash name <> 125883079 && String.length name > 3
