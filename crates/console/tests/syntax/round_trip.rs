//! What is printed reads back to the same tree but for places, and printing it again changes nothing.

use lydian_console::syntax::ast::Script;
use lydian_console::syntax::print;

use super::erase::erased;
use super::generate::{self, Random};
use super::{read, script};

/// Specifications that together use every construct; also the material of the mutations.
pub const SCRIPTS: &[&str] = &[
    "# Sum\nread n : int in 1..\nwhile length(x.all) < n {\n    may write any\n    read x : int\n}\nwrite any, sum(x.all), any\n",
    "read n : int in 1.. else retry\nread n : int in ..9 else stop silently\nread n : int where is_prime(n)\n\
     read x : int, y : int in 0..9 by \";\" malformed else retry saying \"no: {x}\" or nothing\n",
    "read w : string in /[a-z]+\\/(\\d{1,2})?/ or {\"yes\", \"no\"} and not x.all except (all or (1)..(2 + 3))\n",
    "read a : bool read b : char read c : decimal(2) read d : Move\n",
    "loop { read x : int if x = 0 { exit } else if x < 0 { nothing } else { write -x } }\n",
    "repeat { read x : int } until x > 3 repeat { read x : int } while x in l until x in 1..9 { write x }\n",
    "write merge(x, y).all, x.ago(1), x.earlier, x.earlier(2), merge(x, y), x.current\n",
    "write \"a\\n\\t\\\"\\\\\\{{x}{y} }\", 'c', '\\'', (x = y or z), (\"a\" or x), maybe (x, y), glued x, decorated x[1]\n",
    "if forall a in l : exists b in m : a = b and not (count c in l : c > 0) = 3 { write (if c then 1 else 2) }\n",
    "write length([f(a) for a in x.all ++ [1, 2] if a mod 2 = 0]), List.length(l), round(a / 1.50, 2), repeat(s, 3)\n",
    "param secret : int = 7, 42\nparam word : [[int]] = [[1]]\narguments \"--secret\", secret\n\
     environment LEVEL = text(secret)\nfile \"words.txt\" = \"alpha\\nbeta\\n\"\n\
     result \"out.txt\" : \"total {sum(x.all)}\", maybe \"\\n\"\nenum Move { Rock \"r\", Paper }\nimport \"game.ml\"\n\
     ocaml {{{\n  let f x = { a = \"}}\" }\n}}}\nwrite f(x) div 2 quot 3 rem 4\n",
];

fn assert_reads_back(script: &Script) {
    let printed = print(script);
    let (again, diagnostics) = read(&printed);
    assert!(diagnostics.is_empty(), "{printed}\n{diagnostics:#?}\n{:#?}", script.body);
    assert_eq!(erased(script), erased(&again), "{printed}");
    assert_eq!(print(&again), printed);
}

#[test]
fn printed_scripts_read_back_to_the_same_tree() {
    for text in SCRIPTS {
        assert_reads_back(&script(text));
    }
}

#[test]
fn printed_random_trees_read_back_to_the_same_tree() {
    for seed in 0..20_000 {
        assert_reads_back(&generate::script(&mut Random::new(seed)));
    }
}

#[test]
fn canonical_text_is_printed_as_it_is() {
    let canonical = "param secret : int = 7, 42\nenum Move { Rock \"r\", Paper }\n\nread n : int in 1.. else retry\n\
                     if n > 3 and not (a or b) {\n    write \"n is {n}\", any\n} else if n = 0 {\n    loop {\n        exit\n    }\n\
                     } else {\n    may write some or (\"a\", any), maybe \"b\"\n}\nrepeat {\n    nothing\n} until a - (b - c) = -d\n";
    assert_eq!(print(&script(canonical)), canonical);
}

#[test]
fn other_spellings_are_printed_in_the_canonical_one() {
    let printed = print(&script("while (a == b && !(c <> d) || e) { write (((x))); };"));
    assert_eq!(printed, "while a = b and not c != d or e {\n    write x\n}\n");
}
