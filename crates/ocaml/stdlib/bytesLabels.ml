(* Bytes with labels. *)

include Bytes

let init x ~f = Bytes.init x f
let sub x ~pos ~len = Bytes.sub x pos len
let sub_string x ~pos ~len = Bytes.sub_string x pos len
let extend x ~left ~right = Bytes.extend x left right
let fill x ~pos ~len y = Bytes.fill x pos len y
let blit ~src ~src_pos ~dst ~dst_pos ~len = Bytes.blit src src_pos dst dst_pos len
let blit_string ~src ~src_pos ~dst ~dst_pos ~len = Bytes.blit_string src src_pos dst dst_pos len
let concat ~sep x = Bytes.concat sep x
let iter ~f x = Bytes.iter f x
let iteri ~f x = Bytes.iteri f x
let map ~f x = Bytes.map f x
let mapi ~f x = Bytes.mapi f x
let fold_left ~f ~init x = Bytes.fold_left f init x
let fold_right ~f x ~init = Bytes.fold_right f x init
let for_all ~f x = Bytes.for_all f x
let exists ~f x = Bytes.exists f x
let split_on_char ~sep x = Bytes.split_on_char sep x
let unsafe_blit ~src ~src_pos ~dst ~dst_pos ~len = Bytes.unsafe_blit src src_pos dst dst_pos len
let unsafe_blit_string ~src ~src_pos ~dst ~dst_pos ~len = Bytes.unsafe_blit_string src src_pos dst dst_pos len
let unsafe_fill x ~pos ~len y = Bytes.unsafe_fill x pos len y
