(* Sets of signs in OCaml, as a value domain for `soundline laws --exec`. With --bug the product forgets that the least
   number times itself wraps around to 0.

     soundline laws --exec "ocaml adapters/examples/signs.ml --bug"

   An element is a word of the letters n (negative), z (zero) and p (positive), or "-" for none of them. *)

let bug = Array.mem "--bug" Sys.argv
let letters = [ 'n'; 'z'; 'p' ]
let all = "nzp"
let has a letter = String.contains a letter
let of_letters wanted =
  match List.filter wanted letters with
  | [] -> "-"
  | some -> String.of_seq (List.to_seq some)

(* Words as signed numbers. OCaml has 63 bits, so that widths end at 32. *)
let mask width = (1 lsl width) - 1
let signed width word = if word land (1 lsl (width - 1)) <> 0 then word - (1 lsl width) else word
let sign width word = match compare (signed width word) 0 with 0 -> 'z' | c -> if c < 0 then 'n' else 'p'

(* All signs of results, from a table for each pair of signs. *)
let lifted table a b =
  let from x y = if has a x && has b y then table x y else "" in
  let results = List.concat_map (fun x -> List.map (from x) letters) letters in
  of_letters (fun letter -> List.exists (fun result -> String.contains result letter) results)

let add width x y =
  match (x, y) with
  | 'z', s | s, 'z' -> String.make 1 s
  | 'n', 'n' -> if width = 1 then "z" else all
  | 'p', 'p' -> if width = 2 then "n" else "np"
  | _ -> all

let mul width x y =
  match (x, y) with
  | 'z', _ | _, 'z' -> "z"
  | _ when width = 1 -> "n"
  | _ when bug -> if x = y then "np" else "n"
  | _ -> all

let neg width = function 'n' -> if width = 1 then "n" else "np" | 'p' -> "n" | _ -> "z"

let apply width = function
  | [ "add"; a; b ] -> lifted (add width) a b
  | [ "mul"; a; b ] -> lifted (mul width) a b
  | [ "neg"; a ] -> lifted (fun x _ -> neg width x) a "z"
  | _ -> failwith "no such operator"

let concrete width words =
  let reduce n = n land mask width in
  match words with
  | [ "add"; x; y ] -> reduce (int_of_string x + int_of_string y)
  | [ "mul"; x; y ] -> reduce (int_of_string x * int_of_string y)
  | [ "neg"; x ] -> reduce (-int_of_string x)
  | _ -> failwith "no such operator"

(* At width 1 no word is positive, so that p adds nothing there. *)
let top width = if width = 1 then "nz" else all
let yes answer = if answer then "yes" else "no"
let below a b = List.for_all (fun letter -> (not (has a letter)) || has b letter) letters

let answer question width rest =
  match (question, rest) with
  | "top", _ -> top width
  | "bottom", _ -> "-"
  | "leq", [ a; b ] -> yes (below a b)
  | "equal", [ a; b ] -> yes (a = b)
  | "join", [ a; b ] -> of_letters (fun letter -> has a letter || has b letter)
  | "meet", [ a; b ] -> of_letters (fun letter -> has a letter && has b letter)
  | "contains", [ a; word ] -> yes (has a (sign width (int_of_string word)))
  | "best", words -> of_letters (fun letter -> List.exists (fun w -> sign width (int_of_string w) = letter) words)
  | "apply", words -> apply width words
  | "concrete", words -> string_of_int (concrete width words)
  | _ -> failwith question

let () =
  try
    while true do
      match String.split_on_char ' ' (input_line stdin) with
      | "hello" :: _ ->
          print_string
            "hello values 1 ocaml-signs\nwidths 1 2 4 16\nhas bottom best\n\
             operator add ee commutative strict\noperator mul ee commutative strict\noperator neg e strict\nready\n";
          flush stdout
      | _ :: number :: question :: width :: rest ->
          Printf.printf "%s %s\n%!" number (answer question (int_of_string width) rest)
      | _ -> failwith "no question"
    done
  with End_of_file -> ()
