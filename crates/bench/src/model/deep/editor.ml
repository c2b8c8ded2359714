type state = { text : char list; undone : char list }
type input = Type of char | Undo | Redo | Show
type output = Done | Nothing | Text of char list

let init = { text = []; undone = [] }

let step s = function
  | Type c -> Some (Done, { text = c :: s.text; undone = [] })
  | Undo -> ( match s.text with [] -> Some (Nothing, s) | c :: rest -> Some (Done, { text = rest; undone = c :: s.undone }))
  | Redo -> ( match s.undone with [] -> Some (Nothing, s) | c :: rest -> Some (Done, { text = c :: s.text; undone = rest }))
  | Show -> Some (Text s.text, s)
