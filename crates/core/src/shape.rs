//! Shapes: what the values of a type can look like, with sizes.
//! A type is interned once; its shape lists the alternatives with what each adds to the smallest size. Both ways of
//! making inputs (filling holes and enumerating) read the same shapes, so they agree on what a size is: one for each
//! constructor, tuple, function and basic value.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use lydian_term::Int;

use crate::print::types::print_type;
use crate::{ConId, Datum, FunctionDatum, Mutability, Type, TypeBody, TypeTable};

/// An interned type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ShapeId(pub u32);

/// What the values of a type look like.
#[derive(Debug, Clone)]
pub enum Shape {
    /// Integers.
    Int,
    /// Truth values.
    Bool,
    /// Characters.
    Char,
    /// Strings.
    String,
    /// Mutable strings.
    Bytes,
    /// Floating-point numbers.
    Float,
    /// Only `()`.
    Unit,
    /// One constructor with these parts: tuples and records.
    Product(ConId, Mutability, Rc<[ShapeId]>),
    /// One of several constructors, cheapest first.
    Variant(Rc<[Alternative]>),
    /// Arrays of an element type.
    Array(ShapeId),
    /// Suspensions of a type.
    Lazy(ShapeId),
    /// Functions.
    Function(Rc<FunctionShape>),
    /// No input of this type can be made; the text says why.
    Closed(Rc<str>),
}

/// One constructor of a variant.
#[derive(Debug, Clone)]
pub struct Alternative {
    /// The constructor.
    pub con: ConId,
    /// The shapes of its arguments.
    pub args: Rc<[ShapeId]>,
    /// By how much it is larger than the smallest value of the type.
    pub cost: u32,
}

/// A function type and the bodies that are tried for it.
#[derive(Debug, Clone)]
pub struct FunctionShape {
    /// The arguments of the curried function.
    pub args: Rc<[ShapeId]>,
    /// The result.
    pub result: ShapeId,
    /// The bodies, cheapest first, with their costs.
    pub bodies: Rc<[(Body, u32)]>,
}

/// A body of a function that is an input: those of seed 001's grammar that tell most apart, then tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Body {
    /// An argument, unchanged.
    Argument(u8),
    /// A component of a tuple argument.
    Component(u8, u8),
    /// Always the same value.
    Constant,
    /// `x + c`.
    Plus(u8),
    /// `c - x`.
    MinusFrom(u8),
    /// `x * 2`: a product with an unknown would be beyond what a solver can do.
    Double(u8),
    /// `1 / x`: undefined at 0.
    Reciprocal(u8),
    /// `1 mod x`: undefined at 0.
    Modulo(u8),
    /// `x + y`.
    Sum(u8, u8),
    /// `x - y`.
    Difference(u8, u8),
    /// `x * y`.
    Product(u8, u8),
    /// `x = c`.
    Equals(u8),
    /// `x < c`.
    Below(u8),
    /// `x > c`.
    Above(u8),
    /// `x = y`.
    Same(u8, u8),
    /// `x < y`.
    Ordered(u8, u8),
    /// `not x`.
    Not(u8),
    /// `x ^ c`.
    Append(u8),
    /// `x c`: an argument that is a function of one argument, applied.
    Applied(u8),
    /// A finite table with a value for everything else.
    Table,
}

impl Body {
    /// The argument that the body's constant `c` is compared or combined with, if it has such a constant.
    pub fn constant_like(self) -> Option<u8> {
        match self {
            Body::Plus(x)
            | Body::MinusFrom(x)
            | Body::Equals(x)
            | Body::Below(x)
            | Body::Above(x)
            | Body::Append(x) => Some(x),
            _ => None,
        }
    }
}

/// The size of what has no smallest value.
const NONE: u32 = u32::MAX / 4;

/// Smallest sizes stop here: nothing of this size is ever made, but it is there.
const HUGE: u32 = 1_000_000;

/// Types with more parts than this are not looked into: their values are huge.
const LARGEST_TYPE: u32 = 20_000;

/// More types than this mean a type that contains ever larger instances of itself.
const MOST_SHAPES: usize = 4000;

const EVER_LARGER: &str = "the type contains ever larger instances of itself";

/// The interned types of a program.
#[derive(Debug, Clone)]
pub struct Shapes {
    table: TypeTable,
    ids: HashMap<Type, ShapeId>,
    types: Vec<Type>,
    shapes: Vec<Shape>,
    sizes: Vec<u32>,
    /// Whether functions that are inputs raise no exceptions.
    total: bool,
}

/// Whether a type has more parts than this.
fn is_larger_than(ty: &Type, limit: u32) -> bool {
    fn count(ty: &Type, left: &mut u32) -> bool {
        if *left == 0 {
            return true;
        }
        *left -= 1;
        match ty {
            Type::Tuple(parts) | Type::Named(_, parts) => parts.iter().any(|part| count(part, left)),
            Type::Arrow(_, from, to) => count(from, left) || count(to, left),
            Type::List(part) | Type::Array(part) | Type::Lazy(part) => count(part, left),
            Type::PolyVariant(tags) => {
                tags.iter().filter_map(|(_, part)| part.as_ref()).any(|part| count(part, left))
            }
            _ => false,
        }
    }
    let mut left = limit;
    count(ty, &mut left)
}

impl Shapes {
    /// No shapes yet, over these declarations.
    pub fn new(table: TypeTable) -> Shapes {
        let (ids, types, shapes, sizes) = (HashMap::new(), Vec::new(), Vec::new(), Vec::new());
        Shapes { table, ids, types, shapes, sizes, total: false }
    }

    /// The same where every function that is an input has a result for all arguments.
    pub fn of_total_functions(table: TypeTable) -> Shapes {
        Shapes { total: true, ..Shapes::new(table) }
    }

    /// The declarations.
    pub fn table(&self) -> &TypeTable {
        &self.table
    }

    /// The shape of a type. Type variables stand for integers.
    pub fn intern(&mut self, ty: &Type) -> ShapeId {
        let first_new = self.shapes.len();
        let id = self.enter(ty);
        if self.shapes.len() > first_new {
            self.finish(first_new);
        }
        id
    }

    /// What an interned type looks like.
    pub fn shape(&self, id: ShapeId) -> &Shape {
        &self.shapes[id.0 as usize]
    }

    /// The shape of the constant in a body, if it has one.
    pub fn constant_of(&self, function: &FunctionShape, body: Body) -> Option<ShapeId> {
        match body {
            Body::Constant | Body::Table => Some(function.result),
            Body::Applied(x) => match self.shape(*function.args.get(x as usize)?) {
                Shape::Function(inner) => inner.args.first().copied(),
                _ => None,
            },
            other => function.args.get(other.constant_like()? as usize).copied(),
        }
    }

    /// The type itself.
    pub fn ty(&self, id: ShapeId) -> &Type {
        &self.types[id.0 as usize]
    }

    /// The size of its smallest value, if it has one.
    pub fn min_size(&self, id: ShapeId) -> Option<u32> {
        let size = self.sizes[id.0 as usize];
        (size < NONE).then_some(size)
    }

    /// Enters a type and all that it is made of; alternatives get their costs in `finish`.
    fn enter(&mut self, ty: &Type) -> ShapeId {
        let mut work = Vec::new();
        let root = self.reserve(ty, &mut work);
        while let Some((id, ty)) = work.pop() {
            self.shapes[id.0 as usize] = if self.shapes.len() > MOST_SHAPES {
                self.sizes[id.0 as usize] = HUGE;
                Shape::Closed(EVER_LARGER.into())
            } else {
                self.analyse(&ty, &mut work)
            };
        }
        root
    }

    fn reserve(&mut self, ty: &Type, work: &mut Vec<(ShapeId, Type)>) -> ShapeId {
        // Instances that double from one to the next are too large to be compared long before they are too many.
        let too_large = is_larger_than(ty, LARGEST_TYPE);
        let ty = if too_large { Type::Named("<huge>".into(), Arc::from([])) } else { self.table.expand(ty) };
        if let Some(id) = self.ids.get(&ty) {
            return *id;
        }
        if too_large {
            let id = ShapeId(self.shapes.len() as u32);
            self.ids.insert(ty.clone(), id);
            self.types.push(ty);
            self.shapes.push(Shape::Closed(EVER_LARGER.into()));
            self.sizes.push(HUGE);
            return id;
        }
        let id = ShapeId(self.shapes.len() as u32);
        self.ids.insert(ty.clone(), id);
        self.types.push(ty.clone());
        self.shapes.push(Shape::Unit);
        self.sizes.push(NONE);
        work.push((id, ty));
        id
    }

    fn analyse(&mut self, ty: &Type, work: &mut Vec<(ShapeId, Type)>) -> Shape {
        let mut all = |parts: &[Type], shapes: &mut Shapes| -> Rc<[ShapeId]> {
            parts.iter().map(|part| shapes.reserve(part, work)).collect()
        };
        match ty {
            Type::Int | Type::Param(_) => Shape::Int,
            Type::Bool => Shape::Bool,
            Type::Char => Shape::Char,
            Type::String => Shape::String,
            Type::Bytes => Shape::Bytes,
            Type::Float => Shape::Float,
            Type::Unit => Shape::Unit,
            Type::Tuple(parts) => Shape::Product(ConId::TUPLE, Mutability::Immutable, all(parts, self)),
            Type::List(element) => {
                let cons = all(&[(**element).clone(), ty.clone()], self);
                Shape::Variant(Rc::from([
                    Alternative { con: ConId::NIL, args: Rc::from([]), cost: 0 },
                    Alternative { con: ConId::CONS, args: cons, cost: 0 },
                ]))
            }
            Type::Array(element) => Shape::Array(all(&[(**element).clone()], self)[0]),
            Type::Lazy(element) => Shape::Lazy(all(&[(**element).clone()], self)[0]),
            Type::Arrow(..) => {
                let (args, result) = self.uncurry(ty);
                let args = all(&args, self);
                let result = all(&[result], self)[0];
                Shape::Function(Rc::new(FunctionShape { args, result, bodies: Rc::from([]) }))
            }
            Type::PolyVariant(tags) => Shape::Variant(
                tags.iter()
                    .map(|(tag, part)| Alternative {
                        con: ConId::intern("`", tag),
                        args: part
                            .iter()
                            .flat_map(|part| all(std::slice::from_ref(part), self).to_vec())
                            .collect(),
                        cost: 0,
                    })
                    .collect(),
            ),
            Type::Exn => Shape::Variant(
                [ConId::NOT_FOUND, ConId::EXIT]
                    .into_iter()
                    .map(|con| Alternative { con, args: Rc::from([]), cost: 0 })
                    .collect(),
            ),
            Type::Named(path, arguments) => {
                let Some(decl) = self.table.get(path).cloned() else {
                    return Shape::Closed(format!("the type {path} is not declared").into());
                };
                match &decl.body {
                    TypeBody::Variant(constructors) => Shape::Variant(
                        constructors
                            .iter()
                            .map(|constructor| {
                                let args: Vec<Type> =
                                    constructor.args.iter().map(|arg| arg.instantiate(arguments)).collect();
                                Alternative { con: constructor.con, args: all(&args, self), cost: 0 }
                            })
                            .collect(),
                    ),
                    TypeBody::Record(con, fields) => {
                        let mutability = if fields.iter().any(|field| field.mutable) {
                            Mutability::Mutable
                        } else {
                            Mutability::Immutable
                        };
                        let parts: Vec<Type> =
                            fields.iter().map(|field| field.ty.instantiate(arguments)).collect();
                        Shape::Product(*con, mutability, all(&parts, self))
                    }
                    TypeBody::Alias(_) => Shape::Closed(format!("the alias {path} has no end").into()),
                    TypeBody::Abstract => Shape::Closed(format!("the type {path} is abstract").into()),
                }
            }
        }
    }

    /// The arguments and the result of a curried function, looking through aliases.
    fn uncurry(&self, ty: &Type) -> (Vec<Type>, Type) {
        let mut args = Vec::new();
        let mut rest = self.table.expand(ty);
        while let Type::Arrow(_, from, to) = &rest {
            args.push((**from).clone());
            rest = self.table.expand(to);
        }
        (args, rest)
    }

    /// Computes the smallest sizes of the new shapes, then their costs and order.
    fn finish(&mut self, first_new: usize) {
        loop {
            let mut changed = false;
            for index in first_new..self.shapes.len() {
                let size = self.size_of(index);
                if size < self.sizes[index] {
                    self.sizes[index] = size;
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        for index in first_new..self.shapes.len() {
            let ordered = match &self.shapes[index] {
                Shape::Variant(alternatives) => {
                    let mut alternatives = alternatives.to_vec();
                    for alternative in &mut alternatives {
                        alternative.cost = self.sum(&alternative.args).saturating_sub(self.sizes[index]);
                    }
                    // What has no finite value is no alternative at all.
                    alternatives.retain(|alternative| alternative.cost < NONE / 2);
                    alternatives.sort_by_key(|alternative| alternative.cost);
                    Shape::Variant(alternatives.into())
                }
                Shape::Function(function) => {
                    let bodies = self.bodies(function, self.sizes[index]);
                    Shape::Function(Rc::new(FunctionShape { bodies, ..(**function).clone() }))
                }
                _ => continue,
            };
            self.shapes[index] = ordered;
        }
    }

    /// One more than the smallest sizes of the parts together.
    fn sum(&self, parts: &[ShapeId]) -> u32 {
        parts
            .iter()
            .map(|part| self.sizes[part.0 as usize])
            .fold(1u32, |sum, size| if size.max(sum) >= NONE { NONE } else { (sum + size).min(HUGE) })
    }

    fn size_of(&self, index: usize) -> u32 {
        match &self.shapes[index] {
            Shape::Int
            | Shape::Bool
            | Shape::Char
            | Shape::String
            | Shape::Bytes
            | Shape::Float
            | Shape::Unit
            | Shape::Array(_) => 1,
            Shape::Product(_, _, parts) => self.sum(parts),
            Shape::Lazy(part) => self.sizes[part.0 as usize].saturating_add(1).min(NONE),
            Shape::Variant(alternatives) => {
                alternatives.iter().map(|alternative| self.sum(&alternative.args)).min().unwrap_or(NONE)
            }
            Shape::Function(function) => {
                // The smallest function gives back an argument, or the smallest result.
                let projects = function.args.iter().any(|arg| *arg == function.result);
                let result = self.sizes[function.result.0 as usize];
                if projects { 2 } else { result.saturating_add(1).min(NONE) }
            }
            Shape::Closed(_) => NONE,
        }
    }

    fn bodies(&self, function: &FunctionShape, smallest: u32) -> Rc<[(Body, u32)]> {
        let mut bodies = Vec::new();
        let result_size = self.sizes[function.result.0 as usize];
        let args: Vec<(u8, ShapeId)> =
            function.args.iter().take(8).enumerate().map(|(index, arg)| (index as u8, *arg)).collect();
        for (x, arg) in &args {
            if *arg == function.result {
                bodies.push((Body::Argument(*x), 2));
            }
            if let Shape::Product(ConId::TUPLE, _, parts) = self.shape(*arg)
                && parts.len() == 2
            {
                for (field, part) in parts.iter().take(8).enumerate() {
                    if *part == function.result {
                        bodies.push((Body::Component(*x, field as u8), 3));
                    }
                }
            }
        }
        if result_size < NONE {
            bodies.push((Body::Constant, 1 + result_size));
        }
        for (x, arg) in &args {
            if let Shape::Function(inner) = self.shape(*arg)
                && inner.result == function.result
                && inner.args.len() == 1
                && self.sizes[inner.args[0].0 as usize] < NONE
            {
                bodies.push((Body::Applied(*x), 2 + self.sizes[inner.args[0].0 as usize]));
            }
        }
        let pairs = || {
            args.iter().flat_map(|(x, left)| {
                args.iter()
                    .filter(move |(y, right)| x < y && left == right)
                    .map(move |(y, _)| (*x, *y, *left))
            })
        };
        match self.shape(function.result) {
            Shape::Int => {
                for (x, _) in args.iter().filter(|(_, arg)| matches!(self.shape(*arg), Shape::Int)) {
                    bodies.push((Body::Plus(*x), 4));
                    if !self.total {
                        bodies.push((Body::Reciprocal(*x), 4));
                        bodies.push((Body::Modulo(*x), 4));
                    }
                    bodies.push((Body::Double(*x), 4));
                    bodies.push((Body::MinusFrom(*x), 4));
                }
                for (x, y, shape) in pairs() {
                    if matches!(self.shape(shape), Shape::Int) {
                        bodies.push((Body::Sum(x, y), 4));
                        bodies.push((Body::Difference(x, y), 4));
                        bodies.push((Body::Product(x, y), 4));
                    }
                }
            }
            Shape::Bool => {
                for (x, arg) in &args {
                    match self.shape(*arg) {
                        Shape::Int => {
                            bodies.push((Body::Equals(*x), 4));
                            bodies.push((Body::Below(*x), 4));
                            bodies.push((Body::Above(*x), 4));
                        }
                        Shape::String | Shape::Char => bodies.push((Body::Equals(*x), 4)),
                        Shape::Bool => bodies.push((Body::Not(*x), 3)),
                        _ => {}
                    }
                }
                for (x, y, shape) in pairs() {
                    if matches!(self.shape(shape), Shape::Int | Shape::String | Shape::Char) {
                        bodies.push((Body::Same(x, y), 4));
                        bodies.push((Body::Ordered(x, y), 4));
                    }
                }
            }
            Shape::String => {
                for (x, _) in args.iter().filter(|(_, arg)| matches!(self.shape(*arg), Shape::String)) {
                    bodies.push((Body::Append(*x), 4));
                }
            }
            _ => {}
        }
        if result_size < NONE && function.args.iter().all(|arg| self.is_comparable(*arg)) {
            bodies.push((Body::Table, 3 + result_size));
        }
        for (_, size) in &mut bodies {
            *size = size.saturating_sub(smallest);
        }
        bodies.sort_by_key(|(_, cost)| *cost);
        bodies.into()
    }

    /// Whether values of this shape can be compared: no function anywhere inside.
    pub fn is_comparable(&self, id: ShapeId) -> bool {
        self.is_free_of(id, |shape| matches!(shape, Shape::Function(_) | Shape::Lazy(_) | Shape::Closed(_)))
    }

    /// Whether every value of this shape equals itself: comparable, and no floating-point number inside.
    pub fn is_comparable_without_floats(&self, id: ShapeId) -> bool {
        self.is_free_of(id, |shape| {
            matches!(shape, Shape::Function(_) | Shape::Lazy(_) | Shape::Closed(_) | Shape::Float)
        })
    }

    /// Whether a value of this shape can hold floating-point numbers.
    pub fn holds_floats(&self, id: ShapeId) -> bool {
        !self.is_free_of(id, |shape| matches!(shape, Shape::Float))
    }

    fn is_free_of(&self, id: ShapeId, excluded: impl Fn(&Shape) -> bool) -> bool {
        let mut seen = vec![false; self.shapes.len()];
        let mut work = vec![id];
        while let Some(id) = work.pop() {
            if std::mem::replace(&mut seen[id.0 as usize], true) {
                continue;
            }
            if excluded(self.shape(id)) {
                return false;
            }
            match self.shape(id) {
                Shape::Product(_, _, parts) => work.extend(parts.iter()),
                Shape::Variant(alternatives) => {
                    work.extend(alternatives.iter().flat_map(|alternative| alternative.args.iter()));
                }
                Shape::Array(part) => work.push(*part),
                _ => {}
            }
        }
        true
    }

    /// Whether there are finitely many values of this shape, none of them a character or a number: an enumeration of these
    /// comes to its end.
    pub fn is_finite(&self, id: ShapeId) -> bool {
        self.is_finite_within(id, &mut HashMap::new())
    }

    /// `known` says of shapes that were seen whether they are finite; what is still open is not, if it contains itself.
    fn is_finite_within(&self, id: ShapeId, known: &mut HashMap<ShapeId, bool>) -> bool {
        if let Some(finite) = known.get(&id) {
            return *finite;
        }
        known.insert(id, false);
        let finite = match self.shape(id) {
            Shape::Unit | Shape::Bool => true,
            Shape::Product(_, _, parts) => parts.iter().all(|part| self.is_finite_within(*part, known)),
            // There are exceptions that nobody lists.
            Shape::Variant(_) if *self.ty(id) == Type::Exn => false,
            Shape::Variant(alternatives) => alternatives
                .iter()
                .all(|other| other.args.iter().all(|arg| self.is_finite_within(*arg, known))),
            _ => false,
        };
        known.insert(id, finite);
        finite
    }

    /// Whether values of these shapes together can hold two parts of one type that can be changed. A program may pass one such
    /// part in both places; inputs that are made part by part never do.
    pub fn may_share(&self, roots: &[ShapeId]) -> bool {
        let mut seen: HashMap<ShapeId, u32> = HashMap::new();
        let mut work = roots.to_vec();
        while let Some(id) = work.pop() {
            let times = seen.entry(id).or_default();
            *times += 1;
            let shape = self.shape(id);
            let changes =
                matches!(shape, Shape::Array(_) | Shape::Bytes | Shape::Product(_, Mutability::Mutable, _));
            if changes && *times == 2 {
                return true;
            }
            // Met twice is as good as met often: what contains itself comes to an end.
            if *times > 2 {
                continue;
            }
            match shape {
                Shape::Product(_, _, parts) => work.extend(parts.iter()),
                Shape::Variant(alternatives) => {
                    work.extend(alternatives.iter().flat_map(|alternative| alternative.args.iter()));
                }
                Shape::Array(part) => work.extend([*part, *part]),
                Shape::Lazy(part) => work.push(*part),
                _ => {}
            }
        }
        false
    }

    /// Why no value of this shape can be made, if so.
    pub fn why_closed(&self, id: ShapeId) -> Option<String> {
        if self.min_size(id).is_some() {
            return None;
        }
        match self.shape(id) {
            Shape::Closed(why) => Some(why.to_string()),
            Shape::Product(_, _, parts) => parts.iter().find_map(|part| self.why_closed(*part)),
            Shape::Lazy(part) => self.why_closed(*part),
            Shape::Function(function) => self.why_closed(function.result),
            _ => Some(format!("the type {} has no finite value", print_type(self.ty(id)))),
        }
    }
}

impl Shapes {
    /// The smallest closed value of a shape: what an unknown is when nobody looks at it.
    pub fn smallest(&self, id: ShapeId) -> Datum {
        let all = |parts: &[ShapeId]| parts.iter().map(|part| self.smallest(*part)).collect();
        match self.shape(id) {
            Shape::Int => Datum::Int(Int::ZERO),
            Shape::Bool => Datum::Bool(false),
            Shape::Char => Datum::Char(b'a'),
            Shape::String => Datum::Str(Vec::new()),
            Shape::Bytes => Datum::Bytes(Vec::new()),
            Shape::Float => Datum::Float(0.0),
            Shape::Unit => Datum::Unit,
            Shape::Product(con, mutability, parts) => Datum::Construct(*con, *mutability, all(parts)),
            Shape::Variant(alternatives) => match alternatives.first() {
                Some(first) => Datum::Construct(first.con, Mutability::Immutable, all(&first.args)),
                None => Datum::Opaque("<impossible>".into()),
            },
            Shape::Array(_) => Datum::Array(Vec::new()),
            Shape::Lazy(part) => Datum::Lazy(Box::new(self.smallest(*part))),
            Shape::Function(function) => {
                let body = function.bodies.first().map_or(Body::Constant, |(body, _)| *body);
                let constant =
                    matches!(body, Body::Constant | Body::Table).then(|| self.smallest(function.result));
                let arity = function.args.len();
                Datum::Function(Box::new(FunctionDatum { arity, body, constant, entries: Vec::new() }))
            }
            Shape::Closed(_) => Datum::Opaque("<abstract>".into()),
        }
    }

    /// The shapes of the parts of a datum of this shape.
    pub fn parts(&self, id: ShapeId, datum: &Datum) -> Vec<ShapeId> {
        match (self.shape(id), datum) {
            (Shape::Product(_, _, parts), _) => parts.to_vec(),
            (Shape::Variant(alternatives), Datum::Construct(con, ..)) => alternatives
                .iter()
                .find(|alternative| alternative.con == *con)
                .map_or(Vec::new(), |alternative| alternative.args.to_vec()),
            (Shape::Array(part), Datum::Array(elements)) => vec![*part; elements.len()],
            (Shape::Lazy(part), Datum::Lazy(_)) => vec![*part],
            _ => Vec::new(),
        }
    }

    /// The field names of a record constructor, in order.
    pub fn field_names(&self, con: ConId) -> Option<Vec<Arc<str>>> {
        let (decl, position) = self.table.of_constructor(con)?;
        match &decl.body {
            TypeBody::Record(_, fields) => Some(fields.iter().map(|field| field.name.clone()).collect()),
            TypeBody::Variant(constructors) => constructors[position]
                .fields
                .as_ref()
                .map(|fields| fields.iter().map(|field| field.name.clone()).collect()),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ConstructorDecl, TypeDecl};

    fn tree() -> (Shapes, Type) {
        let mut table = TypeTable::default();
        let ty = Type::Named("tree".into(), Arc::from([]));
        let node = ConId::intern("tree", "Node");
        let leaf = ConId::intern("tree", "Leaf");
        table.add(TypeDecl {
            path: "tree".into(),
            params: 0,
            body: TypeBody::Variant(vec![
                ConstructorDecl { con: node, args: vec![ty.clone(), Type::Int, ty.clone()], fields: None },
                ConstructorDecl { con: leaf, args: vec![], fields: None },
            ]),
        });
        (Shapes::new(table), ty)
    }

    #[test]
    fn alternatives_come_cheapest_first_whatever_the_order_of_declaration() {
        let (mut shapes, ty) = tree();
        let id = shapes.intern(&ty);
        assert_eq!(shapes.min_size(id), Some(1));
        let Shape::Variant(alternatives) = shapes.shape(id) else { panic!("a variant") };
        assert_eq!(alternatives[0].con.name(), "Leaf");
        assert_eq!(alternatives[1].cost, 3);
    }

    #[test]
    fn a_type_without_finite_values_says_so() {
        let mut table = TypeTable::default();
        let ty = Type::Named("stream".into(), Arc::from([]));
        table.add(TypeDecl {
            path: "stream".into(),
            params: 0,
            body: TypeBody::Variant(vec![ConstructorDecl {
                con: ConId::intern("stream", "Next"),
                args: vec![ty.clone()],
                fields: None,
            }]),
        });
        let mut shapes = Shapes::new(table);
        let id = shapes.intern(&ty);
        assert_eq!(shapes.min_size(id), None);
        assert!(shapes.why_closed(id).is_some());
    }

    #[test]
    fn functions_try_the_identity_before_arithmetic_and_tables() {
        let (mut shapes, _) = tree();
        let id = shapes.intern(&Type::arrow(Type::Int, Type::Int));
        let Shape::Function(function) = shapes.shape(id) else { panic!("a function") };
        assert_eq!(function.bodies[0], (Body::Argument(0), 0));
        assert_eq!(function.bodies[1], (Body::Constant, 0));
        assert!(function.bodies.iter().any(|(body, _)| *body == Body::Table));
    }

    #[test]
    fn total_functions_never_divide() {
        let divides = |mut shapes: Shapes| {
            let id = shapes.intern(&Type::arrow(Type::Int, Type::Int));
            let Shape::Function(function) = shapes.shape(id) else { panic!("a function") };
            function.bodies.iter().any(|(body, _)| matches!(body, Body::Reciprocal(_) | Body::Modulo(_)))
        };
        assert!(divides(Shapes::new(TypeTable::default())));
        assert!(!divides(Shapes::of_total_functions(TypeTable::default())));
    }

    #[test]
    fn parts_that_change_can_be_shared_where_two_of_a_type_fit() {
        let mut shapes = Shapes::new(TypeTable::default());
        let [bytes, array, list, int] =
            [Type::Bytes, Type::Array(Arc::new(Type::Int)), Type::List(Arc::new(Type::Bytes)), Type::Int]
                .map(|ty| shapes.intern(&ty));
        assert!(!shapes.may_share(&[bytes, array, int, int]));
        assert!(shapes.may_share(&[bytes, int, bytes]));
        assert!(shapes.may_share(&[list]));
    }
}
