//! Types of compiled code: those of values, with holes that unification fills.

use lydian_tessla::Type;

/// A type. Records are tuples; a record with one field is that field.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Ty {
    Unit,
    Bool,
    Int,
    Float,
    Text,
    Option(Box<Ty>),
    Tuple(Vec<Ty>),
    List(Box<Ty>),
    Set(Box<Ty>),
    Map(Box<Ty>, Box<Ty>),
    /// Why a value is erroneous, or that it is not.
    Fault,
    /// Not known yet.
    Open(u32),
}

impl Ty {
    /// The type of a stream's values; functions have none.
    pub(super) fn of(ty: &Type) -> Option<Ty> {
        let part = |inner: &Type| Ty::of(inner).map(Box::new);
        Some(match ty {
            Type::Int => Ty::Int,
            Type::Float => Ty::Float,
            Type::Bool => Ty::Bool,
            Type::String => Ty::Text,
            Type::Option(inner) => Ty::Option(part(inner)?),
            Type::List(inner) => Ty::List(part(inner)?),
            Type::Set(inner) => Ty::Set(part(inner)?),
            Type::Map(key, value) => Ty::Map(part(key)?, part(value)?),
            Type::Record(fields) => {
                let mut parts: Vec<Ty> = fields.iter().map(|(_, ty)| Ty::of(ty)).collect::<Option<_>>()?;
                match parts.len() {
                    0 => Ty::Unit,
                    1 => parts.remove(0),
                    _ => Ty::Tuple(parts),
                }
            }
            Type::Function(..) | Type::Events(_) | Type::Parameter(_) => return None,
        })
    }

    /// The types directly inside of it.
    pub(super) fn parts(&self) -> Vec<&Ty> {
        match self {
            Ty::Option(inner) | Ty::List(inner) | Ty::Set(inner) => vec![inner],
            Ty::Map(key, value) => vec![key, value],
            Ty::Tuple(parts) => parts.iter().collect(),
            _ => Vec::new(),
        }
    }

    /// Whether it or a type inside of it is wanted.
    pub(super) fn has(&self, is_wanted: &dyn Fn(&Ty) -> bool) -> bool {
        is_wanted(self) || self.parts().into_iter().any(|part| part.has(is_wanted))
    }

    /// Whether values may be of any size.
    pub(super) fn is_collection(&self) -> bool {
        matches!(self, Ty::List(_) | Ty::Set(_) | Ty::Map(..))
    }
}

/// What holes are.
#[derive(Debug, Default)]
pub(super) struct Types {
    known: Vec<Option<Ty>>,
}

impl Types {
    /// A new hole.
    pub(super) fn fresh(&mut self) -> Ty {
        self.known.push(None);
        Ty::Open(self.known.len() as u32 - 1)
    }

    fn head(&self, ty: &Ty) -> Ty {
        let mut ty = ty.clone();
        while let Ty::Open(hole) = ty {
            match &self.known[hole as usize] {
                Some(known) => ty = known.clone(),
                None => break,
            }
        }
        ty
    }

    /// Makes two types the same; `false` if they are not.
    pub(super) fn unify(&mut self, a: &Ty, b: &Ty) -> bool {
        let (a, b) = (self.head(a), self.head(b));
        match (&a, &b) {
            (Ty::Open(x), Ty::Open(y)) if x == y => true,
            (Ty::Open(hole), other) | (other, Ty::Open(hole)) => {
                self.known[*hole as usize] = Some(other.clone());
                true
            }
            (Ty::Option(x), Ty::Option(y)) | (Ty::List(x), Ty::List(y)) | (Ty::Set(x), Ty::Set(y)) => {
                self.unify(x, y)
            }
            (Ty::Map(k, v), Ty::Map(l, w)) => self.unify(k, l) && self.unify(v, w),
            (Ty::Tuple(x), Ty::Tuple(y)) => {
                x.len() == y.len() && x.iter().zip(y).all(|(x, y)| self.unify(x, y))
            }
            _ => a == b,
        }
    }

    /// The type with all holes filled; what nobody asked about is the unit.
    pub(super) fn whole(&self, ty: &Ty) -> Ty {
        let part = |inner: &Ty| Box::new(self.whole(inner));
        match self.head(ty) {
            Ty::Open(_) => Ty::Unit,
            Ty::Option(inner) => Ty::Option(part(&inner)),
            Ty::List(inner) => Ty::List(part(&inner)),
            Ty::Set(inner) => Ty::Set(part(&inner)),
            Ty::Map(key, value) => Ty::Map(part(&key), part(&value)),
            Ty::Tuple(parts) => Ty::Tuple(parts.iter().map(|inner| self.whole(inner)).collect()),
            plain => plain,
        }
    }

    /// The parts of a tuple of so many, if that is what the type is or can be.
    pub(super) fn tuple(&mut self, ty: &Ty, count: usize) -> Option<Vec<Ty>> {
        let parts: Vec<Ty> = (0..count).map(|_| self.fresh()).collect();
        self.unify(ty, &Ty::Tuple(parts.clone())).then_some(parts)
    }
}
