(* Sets and maps as the kernel's persistent trees, ordered by [compare]; lists as the same trees, ordered by place. *)

type (+'key, +'value) tree

external tree_empty : unit -> ('key, 'value) tree = "tree_empty"
external tree_has : ('key, 'value) tree -> 'key -> bool = "tree_has"
external tree_remove : ('key, 'value) tree -> 'key -> ('key, 'value) tree = "tree_remove"
external tree_size : ('key, 'value) tree -> int = "tree_size"
external tree_keys : ('key, 'value) tree -> 'key list = "tree_keys"
external tree_entries : ('key, 'value) tree -> ('key * 'value) list = "tree_entries"
external tree_insert : ('key, unit) tree -> 'key -> ('key, unit) tree = "tree_insert"
external tree_of_keys : 'key list -> ('key, unit) tree = "tree_of_keys"
external tree_put : ('key, 'value) tree -> 'key -> 'value -> ('key, 'value) tree = "tree_put"
external tree_get : ('key, 'value) tree -> 'key -> 'value = "tree_get"
external tree_of_entries : ('key * 'value) list -> ('key, 'value) tree = "tree_of_entries"

external sequence_prepend : ('a, unit) tree -> 'a -> ('a, unit) tree = "sequence_prepend"
external sequence_append : ('a, unit) tree -> 'a -> ('a, unit) tree = "sequence_append"
external sequence_get : ('a, unit) tree -> int -> 'a = "sequence_get"
external sequence_set : ('a, unit) tree -> int -> 'a -> ('a, unit) tree = "sequence_set"
external sequence_tail : ('a, unit) tree -> ('a, unit) tree = "sequence_tail"
external sequence_init : ('a, unit) tree -> ('a, unit) tree = "sequence_init"

let rec fold elements start f = match elements with [] -> start | first :: rest -> fold rest (f start first) f

let list_empty = tree_empty ()
let list_of elements = tree_of_keys elements
let list_prepend element list = sequence_prepend list element
let list_append list element = sequence_append list element
let list_size list = tree_size list
let list_is_empty list = tree_size list = 0
let list_get list index = sequence_get list index
let list_set list index element = sequence_set list index element
let list_lacks list index = not (both (0 <= index) (index < list_size list))
let list_head list = if list_is_empty list then failwith "The list is empty" else sequence_get list 0
let list_tail list = sequence_tail list
let list_last list = if list_is_empty list then failwith "The list is empty" else sequence_get list (list_size list - 1)
let list_init list = sequence_init list
let list_fold list start f = fold (tree_keys list) start f
let text_of_list text list = text_of_sequence text (tree_keys list)

let set_empty = tree_empty ()
let set_of_ascending elements = tree_of_keys elements
let set_add set element = tree_insert set element
let set_contains set element = tree_has set element
let set_remove set element = tree_remove set element
let set_size set = tree_size set
let set_fold set start f = fold (tree_keys set) start f
let set_union a b = set_fold b a set_add
let set_intersection a b = set_fold a set_empty (fun set element -> if set_contains b element then set_add set element else set)
let set_minus a b = set_fold b a set_remove
let text_of_set text set = text_of_elements text (tree_keys set)

let map_empty = tree_empty ()
let map_of_ascending entries = tree_of_entries entries
let map_add map key value = tree_put map key value
let map_contains map key = tree_has map key
let map_get map key = tree_get map key
let map_lacks map key = not (map_contains map key)
let map_remove map key = tree_remove map key
let map_size map = tree_size map
let map_keys map = tree_of_keys (tree_keys map)
let map_fold map start f = fold (tree_entries map) start (fun so_far (key, value) -> f so_far key value)
let text_of_map key value map = text_of_entries key value (tree_entries map)
