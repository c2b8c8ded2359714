//! Shapes as combinatorial classes: what counting, indexing and iterating all read.
//! A class is a set of sequences of data with sizes; the empty sequence and concatenation make the arguments of
//! constructors uniform. Every cycle passes through a [`Class::Build`], [`Class::Star`] or [`Class::Table`], which add to
//! the size, so counts by size are well-founded.

use lydian_core::shape::{Body, FunctionShape};
use lydian_core::{ConId, Datum, FunctionDatum, Mutability, Shape, ShapeId, Shapes, TypeBody};
use lydian_term::Int;
use rustc_hash::FxHashMap;

use crate::Pool;
use crate::table::Table;

/// The number of a class in its graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct ClassId(pub(crate) u32);

/// A set of sequences of data.
#[derive(Debug)]
pub(crate) enum Class {
    /// Only the empty sequence, of size 0.
    Empty,
    /// Single data of size 1.
    Atoms(Vec<Datum>),
    /// Something of the first class, then something of the second; the first is never empty.
    Pair(ClassId, ClassId),
    /// Any number of data of a class; each costs one more than its own size.
    Star(ClassId),
    /// Something of one of the classes, which are disjoint.
    Choice(Vec<ClassId>),
    /// One datum made of what is in a class; `extra` is what this adds to the size.
    Build { builder: Builder, extra: u32, inner: ClassId },
    /// Functions given by a finite table.
    Table(Table),
}

/// How one datum is made from several.
#[derive(Debug)]
pub(crate) enum Builder {
    Construct(ConId, Mutability, usize),
    Array,
    Lazy,
    /// A function; the flag says whether its body has a constant.
    Function(usize, Body, bool),
}

impl Builder {
    /// Takes the parts from the end of `values` and puts the whole there; an array takes all since `mark`.
    pub(crate) fn build(&self, values: &mut Vec<Datum>, mark: impl FnOnce() -> usize) {
        let whole = match self {
            Builder::Construct(con, mutability, 0) => Datum::Construct(*con, *mutability, Vec::new()),
            Builder::Construct(con, mutability, arity) => {
                // Not `split_off`, which gives away the whole buffer when it takes everything.
                let parts = values.drain(values.len() - arity..).collect();
                Datum::Construct(*con, *mutability, parts)
            }
            Builder::Array => Datum::Array(values.drain(mark()..).collect()),
            Builder::Lazy => match values.pop() {
                Some(part) => Datum::Lazy(Box::new(part)),
                None => return,
            },
            Builder::Function(arity, body, has_constant) => {
                let constant = if *has_constant { values.pop() } else { None };
                function(*arity, *body, constant)
            }
        };
        values.push(whole);
    }
}

fn function(arity: usize, body: Body, constant: Option<Datum>) -> Datum {
    Datum::Function(Box::new(FunctionDatum { arity, body, constant, entries: Vec::new() }))
}

/// All classes that some roots need.
#[derive(Debug)]
pub(crate) struct Graph {
    pub(crate) classes: Vec<Class>,
}

impl Graph {
    /// The classes of the shapes, and the class of tuples with one datum for each root. Tables have no keys yet.
    pub(crate) fn new(shapes: &Shapes, roots: &[ShapeId], pool: &Pool) -> (Graph, ClassId) {
        let mut builder = GraphBuilder {
            shapes,
            pool: pool.distinct(),
            classes: Vec::new(),
            of_shape: FxHashMap::default(),
            sequences: FxHashMap::default(),
            work: Vec::new(),
        };
        let root = builder.sequence(roots);
        while let Some((id, shape)) = builder.work.pop() {
            builder.classes[id.0 as usize] = builder.class_of(shape);
        }
        (Graph { classes: builder.classes }, root)
    }

    pub(crate) fn class(&self, id: ClassId) -> &Class {
        &self.classes[id.0 as usize]
    }

    pub(crate) fn ids(&self) -> impl Iterator<Item = ClassId> + use<> {
        (0..self.classes.len() as u32).map(ClassId)
    }
}

struct GraphBuilder<'a> {
    shapes: &'a Shapes,
    pool: Pool,
    classes: Vec<Class>,
    of_shape: FxHashMap<ShapeId, ClassId>,
    sequences: FxHashMap<Vec<ClassId>, ClassId>,
    work: Vec<(ClassId, ShapeId)>,
}

impl GraphBuilder<'_> {
    fn add(&mut self, class: Class) -> ClassId {
        let id = ClassId(self.classes.len() as u32);
        self.classes.push(class);
        id
    }

    fn of_shape(&mut self, shape: ShapeId) -> ClassId {
        if let Some(known) = self.of_shape.get(&shape) {
            return *known;
        }
        let id = self.add(Class::Empty);
        self.of_shape.insert(shape, id);
        self.work.push((id, shape));
        id
    }

    fn sequence(&mut self, parts: &[ShapeId]) -> ClassId {
        let parts: Vec<ClassId> = parts.iter().map(|part| self.of_shape(*part)).collect();
        let Some((last, before)) = parts.split_last() else {
            return self.intern_sequence(Vec::new(), Class::Empty);
        };
        let mut sequence = *last;
        for (position, part) in before.iter().enumerate().rev() {
            sequence = self.intern_sequence(parts[position..].to_vec(), Class::Pair(*part, sequence));
        }
        sequence
    }

    fn intern_sequence(&mut self, parts: Vec<ClassId>, class: Class) -> ClassId {
        if let Some(known) = self.sequences.get(&parts) {
            return *known;
        }
        let id = self.add(class);
        self.sequences.insert(parts, id);
        id
    }

    fn class_of(&mut self, shape: ShapeId) -> Class {
        let pool = &self.pool;
        match self.shapes.shape(shape).clone() {
            Shape::Int => Class::Atoms(pool.ints.iter().cloned().map(Datum::Int).collect()),
            Shape::Bool => Class::Atoms(vec![Datum::Bool(false), Datum::Bool(true)]),
            Shape::Char => Class::Atoms(pool.chars.iter().copied().map(Datum::Char).collect()),
            Shape::String => Class::Atoms(pool.strings.iter().cloned().map(Datum::Str).collect()),
            Shape::Bytes => Class::Atoms(pool.strings.iter().cloned().map(Datum::Bytes).collect()),
            Shape::Float => Class::Atoms(pool.floats.iter().copied().map(Datum::Float).collect()),
            Shape::Unit => Class::Atoms(vec![Datum::Unit]),
            Shape::Product(con, mutability, parts) => self.construct(con, mutability, &parts),
            Shape::Variant(alternatives) => {
                let mut choices = Vec::with_capacity(alternatives.len());
                for alternative in alternatives.iter() {
                    let mutability = self.mutability(alternative.con);
                    let class = self.construct(alternative.con, mutability, &alternative.args);
                    choices.push(self.add(class));
                }
                Class::Choice(choices)
            }
            Shape::Array(element) => {
                let element = self.of_shape(element);
                let inner = self.add(Class::Star(element));
                Class::Build { builder: Builder::Array, extra: 1, inner }
            }
            Shape::Lazy(part) => {
                let inner = self.of_shape(part);
                Class::Build { builder: Builder::Lazy, extra: 1, inner }
            }
            Shape::Function(function) => self.functions(&function),
            Shape::Closed(_) => Class::Choice(Vec::new()),
        }
    }

    fn construct(&mut self, con: ConId, mutability: Mutability, parts: &[ShapeId]) -> Class {
        let inner = self.sequence(parts);
        Class::Build { builder: Builder::Construct(con, mutability, parts.len()), extra: 1, inner }
    }

    /// An inline record with a mutable field makes its constructor mutable.
    fn mutability(&self, con: ConId) -> Mutability {
        let Some((decl, position)) = self.shapes.table().of_constructor(con) else {
            return Mutability::Immutable;
        };
        match &decl.body {
            TypeBody::Variant(constructors)
                if constructors[position]
                    .fields
                    .as_ref()
                    .is_some_and(|fields| fields.iter().any(|field| field.mutable)) =>
            {
                Mutability::Mutable
            }
            _ => Mutability::Immutable,
        }
    }

    fn functions(&mut self, shape: &FunctionShape) -> Class {
        let arity = shape.args.len();
        let mut choices = Vec::with_capacity(shape.bodies.len());
        for (body, _) in shape.bodies.iter() {
            let constant = self.constants(shape, *body);
            // The size comes from the datum itself, where a missing constant counts as one.
            let bare = function(arity, *body, None).size() as u32;
            let class = match (*body, constant) {
                (Body::Table, _) => {
                    let args = self.sequence(&shape.args);
                    let result = self.of_shape(shape.result);
                    Class::Table(Table::new(arity, args, result, bare - 1))
                }
                (body, Some(inner)) => {
                    Class::Build { builder: Builder::Function(arity, body, true), extra: bare - 1, inner }
                }
                (body, None) => {
                    let inner = self.sequence(&[]);
                    Class::Build { builder: Builder::Function(arity, body, false), extra: bare, inner }
                }
            };
            choices.push(self.add(class));
        }
        Class::Choice(choices)
    }

    /// The class of a body's constants; those that only repeat a simpler body (`x + 0`, `x * 1`, `x ^ ""`) are left out.
    fn constants(&mut self, shape: &FunctionShape, body: Body) -> Option<ClassId> {
        let ints = |pool: &Pool, boring: &[i64]| {
            let boring: Vec<Int> = boring.iter().copied().map(Int::from).collect();
            pool.ints.iter().filter(|int| !boring.contains(int)).cloned().map(Datum::Int).collect()
        };
        let atoms = match body {
            Body::Constant => return Some(self.of_shape(shape.result)),
            Body::Plus(_) => ints(&self.pool, &[0]),
            Body::Append(_) => {
                self.pool.strings.iter().filter(|text| !text.is_empty()).cloned().map(Datum::Str).collect()
            }
            other => return self.shapes.constant_of(shape, other).map(|shape| self.of_shape(shape)),
        };
        Some(self.add(Class::Atoms(atoms)))
    }
}
