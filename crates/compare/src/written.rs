//! Numbers of types that have a letter behind their digits, as they are written.
//! To a run they are integers like all others: only the type of a value says that `1` is to be read as `1L`.

use lydian_core::{ConId, Datum, Type, TypeBody};
use lydian_ocaml::show_sized;

use crate::contents::{Container, Contents};

impl Contents {
    /// A value of a type, as its user sees it (see `observe`), with such numbers replaced by their texts.
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
            _ => datum.clone(),
        }
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
    fn element(&self, path: &str, args: &[Type]) -> Option<Type> {
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
