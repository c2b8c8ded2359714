let rec nats n () = Seq.Cons (n, nats (n + 1))
let rec take n (s : 'a Seq.t) = if n = 0 then [] else match s () with Seq.Nil -> [] | Seq.Cons (x, s) -> x :: take (n - 1) s
let evens = List.of_seq (Seq.filter (fun n -> n mod 2 = 0) (List.to_seq [1; 2; 3; 4]))
let total = Seq.fold_left ( + ) 0 (Array.to_seq [| 1; 2 |])
let chars = String.to_seq "abc" |> List.of_seq
