//! The reference programs, one file each, and what `lydian compare` compares in them.

use std::path::Path;
use std::sync::Arc;

use lydian_core::Type;
use lydian_diagnostic::Source;
use lydian_ocaml::{ModuleKind, Mutant, Options, load_typed};

/// A reference program with its entry.
#[derive(Debug, Clone)]
pub(crate) struct Reference {
    pub(crate) name: String,
    pub(crate) source: Arc<Source>,
    /// The last function, or the last module if that stands behind it and hides something.
    pub(crate) entry: String,
}

/// All reference programs, in the order of their names.
pub(crate) fn read() -> Result<Vec<Reference>, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("references");
    let said = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut paths = Vec::new();
    for file in std::fs::read_dir(&folder).map_err(said)? {
        paths.push(file.map_err(said)?.path());
    }
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "ml"));
    paths.sort();
    paths.iter().map(|path| reference(path)).collect()
}

fn reference(path: &Path) -> Result<Reference, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let name = path.file_stem().map_or(String::new(), |stem| stem.to_string_lossy().into_owned());
    let source = Source::new(format!("{name}.ml"), text);
    let (typed, faults) = load_typed(&source, &Options::default());
    let typed = typed.ok_or_else(|| format!("{name}: {faults:?}"))?;
    let module = typed.last_module().filter(|module| typed.module_kind(module) != Some(ModuleKind::Plain));
    let program = &typed.program;
    let is_function = |ty: &Type| matches!(program.types.expand(ty), Type::Arrow(..));
    let function = program.exports.iter().rev().find(|export| is_function(&export.ty));
    let entry = module.map(str::to_owned).or_else(|| function.map(|export| export.name.to_string()));
    let entry = entry.ok_or_else(|| format!("{name} has no entry"))?;
    Ok(Reference { name, source, entry })
}

/// The mutants of what is compared.
pub(crate) fn mutants(reference: &Reference) -> Vec<Mutant> {
    lydian_ocaml::wide_mutants(&reference.source, &[&reference.entry])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mutants::harness::Harness;

    #[test]
    fn there_are_forty_references_and_each_can_be_tested() {
        let references = read().expect("the references");
        assert_eq!(references.len(), 40);
        for reference in &references {
            Harness::new(&reference.source, &reference.entry)
                .unwrap_or_else(|error| panic!("{}: {error}", reference.name));
        }
    }

    #[test]
    fn every_mutant_of_a_reference_loads_and_differs_in_its_text() {
        for reference in read().expect("the references").iter().step_by(4) {
            let mutants = mutants(reference);
            assert!(mutants.len() > 8, "{} has {} mutants", reference.name, mutants.len());
            for mutant in mutants {
                let changed = lydian_ocaml::apply_mutant(&reference.source, &mutant);
                assert_ne!(changed.text, reference.source.text);
                let (program, faults) = lydian_ocaml::load(&changed);
                assert!(program.is_some(), "{}: {mutant:?}: {faults:?}", reference.name);
            }
        }
    }
}
