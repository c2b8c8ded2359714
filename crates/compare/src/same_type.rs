//! When a type of the submission stands for a type of the reference.
//! A declared type may have another name in the submission, if nothing else there has the name that the reference gives it. Sets and maps of
//! the library are the same whatever their modules are called, if their elements or keys are.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use lydian_core::{ConId, FieldDecl, Program, Type, TypeBody, TypeDecl};

use crate::contents::of_functor;
use crate::renamed::Renaming;

/// Checks that a type of the submission has a closed type of the reference as an instance.
#[derive(Clone)]
pub(crate) struct Matcher<'p> {
    reference: &'p Program,
    submission: &'p Program,
    bound: HashMap<u32, Type>,
    /// Pairs of declared types that are taken as the same while they are compared.
    assumed: HashSet<(String, String)>,
    /// The submission's types that have another name in the reference.
    renamed: BTreeMap<String, String>,
    /// Whether fields may come in another order, and those that do.
    reordered: Option<Vec<Reordered>>,
}

/// Fields that come in another order in the submission.
#[derive(Debug, Clone)]
pub(crate) struct Reordered {
    /// The record type in the submission.
    pub(crate) path: String,
    /// Its constructor in the reference; that of an inline record is one of a variant.
    pub(crate) con: ConId,
    /// Whether it is an inline record.
    pub(crate) is_inline: bool,
    /// The names of the fields in the reference's order.
    pub(crate) names: Vec<Arc<str>>,
    /// The submission's order: for each of its fields the place in the reference.
    pub(crate) own: Vec<usize>,
}

impl<'p> Matcher<'p> {
    pub(crate) fn new(reference: &'p Program, submission: &'p Program) -> Matcher<'p> {
        Matcher {
            reference,
            submission,
            bound: HashMap::new(),
            assumed: HashSet::new(),
            renamed: BTreeMap::new(),
            reordered: None,
        }
    }

    /// One for which fields may come in any order.
    pub(crate) fn in_any_order(reference: &'p Program, submission: &'p Program) -> Matcher<'p> {
        Matcher { reordered: Some(Vec::new()), ..Matcher::new(reference, submission) }
    }

    /// The fields that come in another order.
    pub(crate) fn reordered(&self) -> &[Reordered] {
        self.reordered.as_deref().unwrap_or_default()
    }

    pub(crate) fn fits(&mut self, wanted: &Type, found: &Type) -> bool {
        let (wanted, found) = (self.reference.types.expand(wanted), self.submission.types.expand(found));
        match (&wanted, &found) {
            (_, Type::Param(index)) => match self.bound.get(index) {
                Some(bound) => *bound == wanted,
                None => {
                    self.note_own_types(&wanted);
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

    /// Where the submission's type leaves open what the reference declares: a type of the submission that says the same is what its author
    /// means, and has the order of fields and constructors that its functions go by.
    fn note_own_types(&mut self, wanted: &Type) {
        let mut named = Vec::new();
        names_of_types(wanted, &mut named);
        for path in named {
            let is_declared = |decl: &TypeDecl| {
                matches!(decl.body, TypeBody::Variant(_) | TypeBody::Record(..)) && of_functor(decl).is_none()
            };
            if !self.reference.types.get(&path).is_some_and(|decl| is_declared(decl)) {
                continue;
            }
            if self.submission.types.get(&path).is_some() {
                self.try_same(&path, &path);
                continue;
            }
            let submission = self.submission;
            let others: Vec<&str> = submission
                .types
                .iter()
                .filter(|decl| is_declared(decl) && self.reference.types.get(&decl.path).is_none())
                .map(|decl| &*decl.path)
                .filter(|other| self.clone().try_same(&path, other))
                .collect();
            // Of several nobody knows which one is meant.
            if let [other] = others[..] {
                self.try_same(&path, other);
            }
        }
    }

    /// Takes down that two declarations are the same, if they are.
    fn try_same(&mut self, path: &str, other: &str) -> bool {
        let before = self.clone();
        let same = self.same_declaration(path, other);
        if !same {
            *self = before;
        }
        same
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
                                match (&constructor.fields, &other.fields) {
                                    (Some(fields), Some(others)) => {
                                        self.same_fields((other_path, constructor.con, true), fields, others)
                                    }
                                    (None, None) => self.all_fit(&constructor.args, &other.args),
                                    _ => false,
                                }
                            })
                        })
                }
                (TypeBody::Record(con, fields), TypeBody::Record(_, others)) => {
                    self.same_fields((other_path, *con, false), fields, others)
                }
                (TypeBody::Abstract, TypeBody::Abstract) => path == other_path,
                _ => false,
            };
        self.bound = saved;
        same
    }

    /// Whether two records have the same fields; those in another order are taken down.
    fn same_fields(
        &mut self,
        (path, con, is_inline): (&str, ConId, bool),
        fields: &[FieldDecl],
        others: &[FieldDecl],
    ) -> bool {
        let place = |other: &FieldDecl| fields.iter().position(|field| field.name == other.name);
        let Some(own) = others.iter().map(place).collect::<Option<Vec<usize>>>() else { return false };
        let is_same_order = own.iter().copied().eq(0..fields.len());
        match &mut self.reordered {
            _ if is_same_order => {}
            Some(reordered) if own.len() == fields.len() => {
                let names = fields.iter().map(|field| field.name.clone()).collect();
                reordered.push(Reordered { path: path.to_owned(), con, is_inline, names, own: own.clone() });
            }
            _ => return false,
        }
        own.iter().zip(others).all(|(place, other)| {
            fields[*place].mutable == other.mutable && self.fits(&fields[*place].ty, &other.ty)
        })
    }

    /// Takes down that a type has another name in the submission, unless one of the names means something else there.
    fn may_be_renamed(&mut self, path: &str, other_path: &str) -> bool {
        let (wanted, found) = (self.reference.types.get(path), self.submission.types.get(other_path));
        let (Some(wanted), Some(found)) = (wanted, found) else { return false };
        // What a functor of the library made is known by its inside: whatever has the name gives it up.
        let is_made = of_functor(wanted).is_some() && of_functor(wanted) == of_functor(found);
        if self.submission.types.get(path).is_some() && !is_made {
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

    /// The modules of sets and maps that have another name in the submission: the reference's, then the submission's.
    pub(crate) fn modules(&self) -> BTreeMap<String, String> {
        let is_made =
            |path: &str| self.reference.types.get(path).is_some_and(|decl| of_functor(decl).is_some());
        let both = self.renamed.iter().filter(|(_, path)| is_made(path));
        let both = both.filter_map(|(other, path)| Some((module_of(path)?, module_of(other)?)));
        both.filter(|(module, other)| module != other).collect()
    }

    /// What the submission's types are called in the reference, as far as they have another name there.
    pub(crate) fn renaming(self) -> Renaming {
        Renaming::new(self.renamed, &self.reference.types, &self.submission.types)
    }
}

/// The declared types that a type is written with.
fn names_of_types(ty: &Type, into: &mut Vec<Arc<str>>) {
    match ty {
        Type::Named(path, parts) => {
            into.push(path.clone());
            parts.iter().for_each(|part| names_of_types(part, into));
        }
        Type::Tuple(parts) => parts.iter().for_each(|part| names_of_types(part, into)),
        Type::List(part) | Type::Array(part) | Type::Lazy(part) => names_of_types(part, into),
        Type::Arrow(_, from, to) => [from, to].into_iter().for_each(|part| names_of_types(part, into)),
        _ => {}
    }
}

/// The module that a type is declared in: `S` for `S.t`, also where the key of the set was declared under that name.
pub(crate) fn module_of(path: &str) -> Option<String> {
    let path = path.split('/').next().unwrap_or(path);
    path.rsplit_once('.').map(|(module, _)| module.to_owned())
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
