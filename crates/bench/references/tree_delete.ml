(* Removes a number from a search tree. *)
type tree = Empty | Node of { left : tree; key : int; right : tree }

let rec smallest = function
  | Empty -> raise Not_found
  | Node { left = Empty; key; _ } -> key
  | Node { left; _ } -> smallest left

let rec remove x = function
  | Empty -> Empty
  | Node ({ left; key; right } as node) ->
      if x < key then Node { node with left = remove x left }
      else if x > key then Node { node with right = remove x right }
      else if right = Empty then left
      else
        let next = smallest right in
        Node { left; key = next; right = remove next right }

let rec insert x = function
  | Empty -> Node { left = Empty; key = x; right = Empty }
  | Node ({ left; key; right } as node) ->
      if x < key then Node { node with left = insert x left }
      else if x > key then Node { node with right = insert x right }
      else Node node

let rec elements = function
  | Empty -> []
  | Node { left; key; right } -> elements left @ (key :: elements right)

let tree_delete x numbers =
  let tree = List.fold_left (fun tree n -> insert n tree) Empty numbers in
  elements (remove x tree)
