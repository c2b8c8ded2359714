(* A part of beanstalkd: jobs that are put, reserved, released, buried, kicked and deleted. The server chooses the ids of jobs; here
   they are 1, 2, ... in the order in which they come. *)

type phase = Ready | Reserved | Buried

(* The jobs by id, each with its priority, what is to be done, and where it is; the buried ones in the order in which they were buried. *)
type state = { jobs : (int * (int * string * phase)) list; buried : int list; next : int }

type input =
  | Put of int * string
  | Reserve
  | Release of int * int
  | Delete of int
  | Bury of int * int
  | Kick of int
  | Peek of int
  | Peek_ready

type output =
  | Inserted of int
  | Job of int * string
  | Timed_out
  | Released
  | Deleted
  | Is_buried
  | Kicked of int
  | Found of int * string
  | Not_found

let init = { jobs = []; buried = []; next = 1 }

let inputs =
  [ Put (0, "a"); Put (5, "b\r\nc"); Put (5, ""); Reserve; Kick 1; Kick 9; Peek_ready ]
  @ List.concat_map (fun id -> [ Release (id, 0); Release (id, 9); Delete id; Bury (id, 3); Peek id ]) [ 1; 2; 3 ]

let set id job state = { state with jobs = List.sort compare ((id, job) :: List.remove_assoc id state.jobs) }

(* The ready job with the least priority, the oldest of them first. *)
let urgent state =
  let ready = List.filter (fun (_, (_, _, phase)) -> phase = Ready) state.jobs in
  match List.sort compare (List.map (fun (id, (priority, body, _)) -> (priority, id, body)) ready) with
  | [] -> None
  | first :: _ -> Some first

let step state input =
  let same output = Some (output, state) in
  (* An id that was never given cannot be asked for. *)
  let given id = id < state.next in
  let job id = List.assoc_opt id state.jobs in
  match input with
  | Put (priority, body) ->
      let id = state.next in
      Some (Inserted id, { (set id (priority, body, Ready) state) with next = id + 1 })
  | Reserve -> (
      match urgent state with
      | None -> same Timed_out
      | Some (priority, id, body) -> Some (Job (id, body), set id (priority, body, Reserved) state))
  | Release (id, priority) when given id -> (
      match job id with
      | Some (_, body, Reserved) -> Some (Released, set id (priority, body, Ready) state)
      | _ -> same Not_found)
  | Delete id when given id ->
      if job id = None then same Not_found
      else
        let buried = List.filter (fun other -> other <> id) state.buried in
        Some (Deleted, { state with jobs = List.remove_assoc id state.jobs; buried })
  | Bury (id, priority) when given id -> (
      match job id with
      | Some (_, body, Reserved) ->
          let state = set id (priority, body, Buried) state in
          Some (Is_buried, { state with buried = state.buried @ [ id ] })
      | _ -> same Not_found)
  | Kick bound ->
      let rec kick count state =
        match state.buried with
        | id :: rest when count < bound -> (
            match job id with
            | Some (priority, body, _) -> kick (count + 1) { (set id (priority, body, Ready) state) with buried = rest }
            | None -> (count, state))
        | _ -> (count, state)
      in
      let count, state = kick 0 state in
      Some (Kicked count, state)
  | Peek id when given id -> (
      match job id with Some (_, body, _) -> same (Found (id, body)) | None -> same Not_found)
  | Peek_ready -> (
      match urgent state with Some (_, id, body) -> same (Found (id, body)) | None -> same Not_found)
  | Release _ | Delete _ | Bury _ | Peek _ -> None
