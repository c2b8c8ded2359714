//! When a type of the submission stands for a type of the reference.
//! A declared type may have another name in the submission, if nothing else there has the name that the reference gives it.

use std::collections::{BTreeMap, HashMap, HashSet};

use lydian_core::{ConstructorDecl, Program, Type, TypeBody};

use crate::renamed::Renaming;

/// Checks that a type of the submission has a closed type of the reference as an instance.
pub(crate) struct Matcher<'p> {
    reference: &'p Program,
    submission: &'p Program,
    bound: HashMap<u32, Type>,
    /// Pairs of declared types that are taken as the same while they are compared.
    assumed: HashSet<(String, String)>,
    /// The submission's types that have another name in the reference.
    renamed: BTreeMap<String, String>,
}

impl<'p> Matcher<'p> {
    pub(crate) fn new(reference: &'p Program, submission: &'p Program) -> Matcher<'p> {
        Matcher {
            reference,
            submission,
            bound: HashMap::new(),
            assumed: HashSet::new(),
            renamed: BTreeMap::new(),
        }
    }

    pub(crate) fn fits(&mut self, wanted: &Type, found: &Type) -> bool {
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
        if path != other_path && !self.may_be_renamed(path, other_path) {
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
                    let named: HashMap<_, _> = others.iter().map(|other| (other.con.name(), other)).collect();
                    constructors.len() == others.len()
                        && constructors.iter().all(|constructor| {
                            named.get(&constructor.con.name()).is_some_and(|other| {
                                field_names(constructor) == field_names(other)
                                    && self.all_fit(&constructor.args, &other.args)
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
                (TypeBody::Abstract, TypeBody::Abstract) => path == other_path,
                _ => false,
            };
        self.bound = saved;
        same
    }

    /// Takes down that a type has another name in the submission, unless one of the names means something else there.
    fn may_be_renamed(&mut self, path: &str, other_path: &str) -> bool {
        if self.submission.types.get(path).is_some() || self.reference.types.get(path).is_none() {
            return false;
        }
        match self.renamed.get(other_path) {
            Some(known) => known == path,
            None if self.renamed.values().any(|known| known == path) => false,
            None => {
                self.renamed.insert(other_path.to_owned(), path.to_owned());
                true
            }
        }
    }

    /// What the submission's types are called in the reference, as far as they have another name there.
    pub(crate) fn renaming(self) -> Renaming {
        Renaming::new(self.renamed, &self.reference.types, &self.submission.types)
    }
}

/// Whether the submission's type has the reference's type itself as an instance, not only some instances of it.
pub(crate) fn has_as_instance(
    reference: &Program,
    submission: &Program,
    expected: &Type,
    actual: &Type,
) -> bool {
    // Types that nobody declares fit nothing but themselves and what is general.
    let rigid = |index: u32| Type::Named(format!("type variable {index}").into(), [].into());
    let rigid: Vec<Type> = (0..expected.param_count()).map(rigid).collect();
    Matcher::new(reference, submission).fits(&expected.instantiate(&rigid), actual)
}

/// The names of an inline record's fields: it is the same record only if they come in the same order.
fn field_names(constructor: &ConstructorDecl) -> Option<Vec<(&str, bool)>> {
    let fields = constructor.fields.as_ref()?;
    Some(fields.iter().map(|field| (&*field.name, field.mutable)).collect())
}
