//! The sizes in the table of bugs, found without our engine: a program in real OCaml tries all inputs up to the stated size.
//! For each base, `sized/<base>.ml` lists the inputs; only red-black trees are listed up to the order of their keys.

use std::path::Path;
use std::process::Command;

use crate::table::{Bug, bugs, folder, read};

/// Whether the native compiler is there.
pub fn is_possible() -> bool {
    let version = Command::new("ocamlopt").arg("-version").output();
    version.is_ok_and(|version| version.stdout.starts_with(b"4."))
}

/// What the program says about the bugs of a base: a line `NAME SIZE` for each.
pub fn smallest_sizes(base: &str) -> Vec<String> {
    let place = std::env::temp_dir().join(format!("lydian-bugs-{base}-{}", std::process::id()));
    std::fs::create_dir_all(&place).expect("a temporary folder");
    std::fs::copy(folder().join("../../ocaml/lydian.ml"), place.join("lydian.ml"))
        .expect("a copy of the module");
    std::fs::write(place.join("sizes.ml"), program(base)).expect("a program");
    let mut compiler = Command::new("ocamlopt");
    compiler.current_dir(&place).args(["-w", "-a", "lydian.ml", "sizes.ml", "-o", "sizes"]);
    let compiled = compiler.output().expect("ocamlopt");
    assert!(compiled.status.success(), "{base}: {}", String::from_utf8_lossy(&compiled.stderr));
    let output = Command::new(place.join("sizes")).output().expect("the compiled program");
    let _ = std::fs::remove_dir_all(&place);
    String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect()
}

/// One module for each bug, with the changed base in it.
fn program(base: &str) -> String {
    let sized = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/seeded_bugs/sized");
    let inputs = read(&sized.join(format!("{base}.ml")));
    let mut program = read(&sized.join("sized.ml"));
    for (number, bug) in bugs().iter().enumerate().filter(|(_, bug)| bug.base == base) {
        let Bug { name, property, size, .. } = bug;
        let report = format!("let () = print_endline (\"{name} \" ^ smallest_of \"{property}\" {size})");
        program +=
            &format!("\nmodule Bug_{number} = struct\n{}\n{inputs}\n{report}\nend\n", lazily(&bug.text()));
    }
    program
}

/// The text with implications that look at their right side only where the left one holds, and hold elsewhere.
fn lazily(text: &str) -> String {
    text.replace("<==>", "<=>").replace("==>", "|> not ||").replace("<=>", "<==>")
}
