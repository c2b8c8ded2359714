//! Which function is compared, and at which types.
//! A declared type is the same in both programs when it has the same name and the same constructors or fields, in any
//! order. A polymorphic entry is compared at small types.

use std::collections::{HashMap, HashSet};

use lydian_core::{ArgLabel, Program, Type, TypeBody};

/// The entry, with the types at which it is called.
#[derive(Debug, Clone)]
pub(crate) struct Entry {
    pub(crate) name: String,
    /// The types of its arguments.
    pub(crate) args: Vec<Type>,
    /// Whether it has type variables: then it is compared at one instance of its type only.
    pub(crate) polymorphic: bool,
    /// How each argument is passed.
    pub(crate) labels: Vec<ArgLabel>,
}

/// Why there is no entry to compare.
#[derive(Debug, Clone)]
pub(crate) enum NoEntry {
    /// The named function is not defined by the reference.
    NotInReference(String),
    /// The named function is not defined by the submission.
    NotInSubmission(String),
    /// It is no function.
    NotAFunction(String),
    /// No function is defined by both.
    NothingInCommon,
    /// It has different types.
    Differs { name: String, types: EntryTypes },
}

/// The type of an entry in both programs.
#[derive(Debug, Clone, PartialEq)]
pub struct EntryTypes {
    /// In the reference.
    pub expected: Type,
    /// In the submission.
    pub actual: Type,
}

/// Finds the entry: the given name, or the last function that both define with the same type.
pub(crate) fn find_entry(
    reference: &Program,
    submission: &Program,
    name: Option<&str>,
) -> Result<Entry, NoEntry> {
    if let Some(name) = name {
        return named_entry(reference, submission, name);
    }
    let mut first_difference = None;
    for export in reference.exports.iter().rev() {
        // An earlier definition of the same name is hidden by the later one.
        let Some(current) = reference.export(&export.name) else { continue };
        if current.var != export.var || !is_function(reference, &export.ty) {
            continue;
        }
        if submission.export(&export.name).is_none() {
            continue;
        }
        match named_entry(reference, submission, &export.name) {
            Ok(entry) => return Ok(entry),
            Err(difference) => {
                first_difference.get_or_insert(difference);
            }
        }
    }
    Err(first_difference.unwrap_or(NoEntry::NothingInCommon))
}

fn is_function(program: &Program, ty: &Type) -> bool {
    matches!(program.types.expand(ty), Type::Arrow(..))
}

fn named_entry(reference: &Program, submission: &Program, name: &str) -> Result<Entry, NoEntry> {
    let expected = reference.export(name).ok_or_else(|| NoEntry::NotInReference(name.to_owned()))?;
    let actual = submission.export(name).ok_or_else(|| NoEntry::NotInSubmission(name.to_owned()))?;
    if !is_function(reference, &expected.ty) {
        return Err(NoEntry::NotAFunction(name.to_owned()));
    }
    let params = expected.ty.param_count() as usize;
    for small in [Type::Int, Type::String, Type::Bool] {
        let instance = expected.ty.instantiate(&vec![small; params]);
        let mut matcher = Matcher::new(reference, submission);
        if matcher.fits(&instance, &actual.ty) {
            let (labels, args) = uncurry(reference, &instance);
            return Ok(Entry { name: name.to_owned(), args, polymorphic: params > 0, labels });
        }
        if params == 0 {
            break;
        }
    }
    let types = EntryTypes { expected: expected.ty.clone(), actual: actual.ty.clone() };
    Err(NoEntry::Differs { name: name.to_owned(), types })
}

/// The arguments of a function type, looking through aliases.
fn uncurry(program: &Program, ty: &Type) -> (Vec<ArgLabel>, Vec<Type>) {
    let (mut labels, mut args) = (Vec::new(), Vec::new());
    let mut rest = program.types.expand(ty);
    while let Type::Arrow(label, from, to) = &rest {
        labels.push(label.clone());
        args.push((**from).clone());
        rest = program.types.expand(to);
    }
    (labels, args)
}

/// Checks that a type of the submission has a closed type of the reference as an instance.
struct Matcher<'p> {
    reference: &'p Program,
    submission: &'p Program,
    bound: HashMap<u32, Type>,
    /// Pairs of declared types that are taken as the same while they are compared.
    assumed: HashSet<(String, String)>,
}

impl<'p> Matcher<'p> {
    fn new(reference: &'p Program, submission: &'p Program) -> Matcher<'p> {
        Matcher { reference, submission, bound: HashMap::new(), assumed: HashSet::new() }
    }

    fn fits(&mut self, wanted: &Type, found: &Type) -> bool {
        let (wanted, found) = (self.reference.types.expand(wanted), self.submission.types.expand(found));
        match (&wanted, &found) {
            (_, Type::Param(index)) => match self.bound.get(index) {
                Some(bound) => *bound == wanted,
                None => {
                    self.bound.insert(*index, wanted);
                    true
                }
            },
            (Type::Tuple(x), Type::Tuple(y)) => self.all_fit(x, y),
            (Type::Arrow(label, from, to), Type::Arrow(other_label, other_from, other_to)) => {
                label == other_label && self.fits(from, other_from) && self.fits(to, other_to)
            }
            (Type::List(x), Type::List(y))
            | (Type::Array(x), Type::Array(y))
            | (Type::Lazy(x), Type::Lazy(y)) => self.fits(x, y),
            (Type::Named(path, args), Type::Named(other_path, other_args)) => {
                self.same_declaration(path, other_path) && self.all_fit(args, other_args)
            }
            (Type::PolyVariant(tags), Type::PolyVariant(others)) => {
                // A variant that is not closed by an annotation lists what the program mentions: either may list more.
                let (fewer, more, swapped) =
                    if tags.len() <= others.len() { (tags, others, false) } else { (others, tags, true) };
                fewer.iter().all(|(tag, part)| {
                    let same = more.iter().find(|(other, _)| other == tag).map(|(_, other)| (part, other));
                    match same {
                        Some((None, None)) => true,
                        Some((Some(part), Some(other))) if swapped => self.fits(other, part),
                        Some((Some(part), Some(other))) => self.fits(part, other),
                        _ => false,
                    }
                })
            }
            (plain, other) => plain == other,
        }
    }

    fn all_fit(&mut self, wanted: &[Type], found: &[Type]) -> bool {
        wanted.len() == found.len()
            && wanted.iter().zip(found).all(|(wanted, found)| self.fits(wanted, found))
    }

    fn same_declaration(&mut self, path: &str, other_path: &str) -> bool {
        if path != other_path {
            return false;
        }
        if !self.assumed.insert((path.to_owned(), other_path.to_owned())) {
            return true;
        }
        let (Some(decl), Some(other)) =
            (self.reference.types.get(path).cloned(), self.submission.types.get(other_path).cloned())
        else {
            return self.reference.types.get(path).is_none()
                && self.submission.types.get(other_path).is_none();
        };
        // Inside a declaration the parameters stand for themselves.
        let saved = std::mem::take(&mut self.bound);
        let same = decl.params == other.params
            && match (&decl.body, &other.body) {
                (TypeBody::Variant(constructors), TypeBody::Variant(others)) => {
                    constructors.len() == others.len()
                        && constructors.iter().all(|constructor| {
                            others.iter().find(|other| other.con == constructor.con).is_some_and(|other| {
                                self.all_fit(&constructor.args.clone(), &other.args.clone())
                            })
                        })
                }
                (TypeBody::Record(_, fields), TypeBody::Record(_, others)) => {
                    fields.len() == others.len()
                        && fields.iter().zip(others).all(|(field, other)| {
                            field.name == other.name
                                && field.mutable == other.mutable
                                && self.fits(&field.ty, &other.ty)
                        })
                }
                (TypeBody::Abstract, TypeBody::Abstract) => true,
                _ => false,
            };
        self.bound = saved;
        same
    }
}
