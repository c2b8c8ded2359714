//! The library: every module is accepted, and the list of modules is complete.

use std::collections::BTreeSet;
use std::path::Path;

#[test]
fn every_module_is_accepted() {
    for name in lydian_ocaml::library_modules() {
        if let Err(faults) = lydian_ocaml::library_module(name) {
            panic!("{name}: {faults:#?}");
        }
    }
}

#[test]
fn every_file_of_the_library_is_a_module() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("stdlib");
    let files: BTreeSet<String> = std::fs::read_dir(folder)
        .expect("the folder of the library")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "ml"))
        .map(|path| {
            let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            stem[..1].to_uppercase() + &stem[1..]
        })
        .collect();
    let modules: BTreeSet<String> = lydian_ocaml::library_modules().map(str::to_owned).collect();
    assert_eq!(files, modules);
}

#[test]
fn ranges_of_variables_do_not_overlap() {
    let mut ranges: Vec<(u32, u32)> = lydian_ocaml::library_modules()
        .filter_map(|name| lydian_ocaml::library_module(name).ok())
        .map(|program| (program.first_var, program.first_var + program.var_names.len() as u32))
        .collect();
    for text in ["let a = 1", "let f x = x let g = f 2"] {
        let (program, _) = lydian_ocaml::load(&lydian_diagnostic::Source::new("a.ml", text));
        let program = program.expect("a program");
        ranges.push((program.first_var, program.first_var + program.var_names.len() as u32));
    }
    ranges.sort();
    for pair in ranges.windows(2) {
        assert!(pair[0].1 <= pair[1].0, "{pair:?}");
    }
}

#[test]
fn only_mentioned_modules_stand_under_a_program() {
    let load =
        |text: &str| lydian_ocaml::load(&lydian_diagnostic::Source::new("a.ml", text)).0.expect("a program");
    assert_eq!(load("let a = 1").libraries.len(), 1);
    assert_eq!(load("let a = List.length [1]").libraries.len(), 2);
}
