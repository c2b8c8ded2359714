//! Values whose type says how they are written. Numbers with a letter behind their digits are to a run integers like all others: only the
//! type says that `1` is to be read as `1L`. Sequences are functions like all others: `fun _ -> Seq.Nil` is read as `List.to_seq []`.

use lydian_core::shape::Body;
use lydian_core::{ConId, Datum, FunctionDatum, Mutability, Type, TypeBody};
use lydian_ocaml::show_sized;

use crate::contents::{Container, Contents};

impl Contents {
    /// A value of a type, as its user sees it (see `observe`), with such numbers replaced by their texts, and such functions by lists.
    pub(crate) fn written(&self, datum: &Datum, ty: &Type) -> Datum {
        let ty = self.types().expand(ty);
        match (&ty, datum) {
            (Type::Named(path, _), Datum::Int(int)) => match letter(path) {
                Some(letter) => Datum::Opaque(show_sized(int, letter).into()),
                None => datum.clone(),
            },
            (Type::List(part), _) => self.written_list(datum, part),
            (Type::Array(part), Datum::Array(parts)) => {
                Datum::Array(parts.iter().map(|one| self.written(one, part)).collect())
            }
            (Type::Lazy(part), Datum::Lazy(inner)) => Datum::Lazy(Box::new(self.written(inner, part))),
            (Type::Lazy(part), Datum::Construct(con, mutability, parts)) => {
                Datum::Construct(*con, *mutability, parts.iter().map(|one| self.written(one, part)).collect())
            }
            (Type::Tuple(types), Datum::Construct(_, _, parts)) if types.len() == parts.len() => {
                self.written_parts(datum, types)
            }
            (Type::PolyVariant(tags), Datum::Construct(con, _, _)) => {
                match tags.iter().find(|(tag, _)| **tag == *con.name()) {
                    Some((_, Some(part))) => self.written_parts(datum, std::slice::from_ref(part)),
                    _ => datum.clone(),
                }
            }
            (Type::Named(path, args), Datum::Construct(con, _, parts)) => {
                match (self.fields(path, args, *con), self.element(path, args)) {
                    (Some(types), None) if types.len() == parts.len() => self.written_parts(datum, &types),
                    (_, Some(element)) => self.written_inside(datum, &element),
                    _ => datum.clone(),
                }
            }
            (Type::Arrow(..), Datum::Construct(..)) => match self.sequence(&ty) {
                Some(element) => self.written_inside(datum, element),
                None => datum.clone(),
            },
            (Type::Arrow(..), Datum::Function(function)) => {
                let element = self.sequence(&ty);
                element
                    .and_then(|element| self.written_sequence(function, element))
                    .unwrap_or_else(|| datum.clone())
            }
            _ => datum.clone(),
        }
    }

    /// A sequence that was drawn as a function of `()`, as the list of its elements; nothing if it has no end.
    fn written_sequence(&self, sequence: &FunctionDatum, element: &Type) -> Option<Datum> {
        let mut elements = Vec::new();
        let mut next = sequence;
        loop {
            let node = match (next.body, &next.entries[..]) {
                (Body::Constant, _) | (Body::Table, []) => next.constant.as_ref()?,
                // There is but one argument.
                (Body::Table, [(_, node), ..]) => node,
                _ => return None,
            };
            let Datum::Construct(_, _, parts) = node else { return None };
            match &parts[..] {
                [] => break,
                [head, Datum::Function(tail)] => {
                    elements.push(self.written(head, element));
                    next = tail;
                }
                _ => return None,
            }
        }
        let made = ConId::intern(&format!("{}.t", self.library("List")), "to_seq");
        Some(Datum::Construct(made, Mutability::Immutable, vec![Datum::list(elements)]))
    }

    fn written_parts(&self, datum: &Datum, types: &[Type]) -> Datum {
        let Datum::Construct(con, mutability, parts) = datum else { return datum.clone() };
        let parts = parts.iter().zip(types).map(|(part, ty)| self.written(part, ty)).collect();
        Datum::Construct(*con, *mutability, parts)
    }

    fn written_list(&self, list: &Datum, element: &Type) -> Datum {
        let mut elements = Vec::new();
        let mut rest = list;
        while let Datum::Construct(ConId::CONS, _, parts) = rest
            && let [head, tail] = parts.as_slice()
        {
            elements.push(self.written(head, element));
            rest = tail;
        }
        match rest {
            Datum::Construct(ConId::NIL, ..) => Datum::list(elements),
            // Part of it is not known.
            _ => list.clone(),
        }
    }

    /// What is in the list inside of calls that make a container of it.
    fn written_inside(&self, datum: &Datum, element: &Type) -> Datum {
        match datum {
            Datum::Construct(ConId::CONS | ConId::NIL, ..) => self.written_list(datum, element),
            Datum::Construct(con, mutability, parts) => {
                let parts = parts.iter().map(|part| self.written_inside(part, element));
                Datum::Construct(*con, *mutability, parts.collect())
            }
            other => other.clone(),
        }
    }

    /// The type of what a container of the library is made from.
    pub(crate) fn element(&self, path: &str, args: &[Type]) -> Option<Type> {
        let node = |fields: usize| match &self.types().get(path)?.body {
            TypeBody::Variant(constructors) => {
                let node = constructors.iter().find(|constructor| constructor.args.len() == fields)?;
                Some(node.args.iter().map(|part| part.instantiate(args)).collect::<Vec<Type>>())
            }
            _ => None,
        };
        match self.container(path)? {
            Container::Set => Some(node(4)?[1].clone()),
            Container::Map => Some(Type::Tuple(node(5)?[1..3].into())),
            Container::Hashtbl => Some(Type::Tuple(args.into())),
            Container::Queue | Container::Stack => args.first().cloned(),
            Container::Buffer => None,
        }
    }
}

/// The letter behind the numbers of a type.
fn letter(path: &str) -> Option<char> {
    match path {
        "int32" => Some('l'),
        "int64" => Some('L'),
        "nativeint" => Some('n'),
        _ => None,
    }
}
