//! What the laws of the search share: programs in Core's text, all paths through one of their functions, and a source of
//! numbers for making programs.

use lydian_core::read::read_program;
use lydian_core::{Datum, Program, ShapeId, Shapes, Type, Value};
use lydian_eval::{Image, ImageBuilder, Limits, Machine, Meter, Outcome, ProgramId, World};
use lydian_explore::{Bounds, Path, Search, Session};
use lydian_solver::Chain;
use lydian_term::Model;

const LIST: &str = "core 1\nintegers wrapping 63\n\nlibrary\nintegers wrapping 63\n\n\
                    type 'a \"list\" =\n  | \"[]\"\n  | \"::\" of 'a * 'a list\n\nend\n\n";

/// A program that is ready to run.
pub struct Loaded {
    program: Program,
    image: Image,
    id: ProgramId,
}

/// What one path gave: the numbers that the functions returned, and the size of its smallest input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    pub results: Vec<i64>,
    pub size: u64,
}

/// A search through functions of a program that take the same arguments.
pub struct Hunt<'a> {
    loaded: &'a Loaded,
    functions: Vec<&'a str>,
    roots: Vec<ShapeId>,
    session: Session,
    pub search: Search,
}

impl Loaded {
    /// The program of this text, in which lists are known.
    pub fn new(text: &str) -> Loaded {
        let program = read_program(&format!("{LIST}{text}\n"));
        let program = program.unwrap_or_else(|error| panic!("{error:?}\n{text}"));
        let mut builder = ImageBuilder::new(program.int_mode);
        let id = builder.add(&program).unwrap_or_else(|error| panic!("{}\n{text}", error.0));
        Loaded { image: builder.finish(), program, id }
    }

    /// A search that runs these functions one after the other on the same unknowns.
    pub fn hunt<'a>(&'a self, functions: &[&'a str], bounds: Bounds) -> Hunt<'a> {
        let types = &self.program.types;
        let mut session = Session::new(Shapes::new(types.clone()), self.program.int_mode, Chain::new());
        let export = self.program.exports.iter().find(|export| *export.name == *functions[0]);
        let ty: Type = types.expand(&export.expect("an exported name").ty.instantiate(&[]));
        let roots: Vec<ShapeId> =
            ty.uncurry().0.iter().map(|(_, ty)| session.universe.shapes.intern(ty)).collect();
        let smallest = roots.iter().filter_map(|root| session.universe.shapes.min_size(*root)).sum();
        Hunt {
            loaded: self,
            functions: functions.to_vec(),
            roots,
            session,
            search: Search::new(bounds, smallest),
        }
    }

    fn call(&self, world: &mut World<'_>, name: &str, args: &[Value]) -> Outcome {
        let mut machine = Machine::new(&self.image, world);
        assert!(matches!(machine.define(self.id), Outcome::Returned(_)), "definitions run through");
        let function = machine.global(self.id, name).expect("an exported name");
        machine.call(&function, args)
    }
}

impl Hunt<'_> {
    /// The next path that is run to its end; `None` when the search is over.
    pub fn next(&mut self) -> Option<Found> {
        loop {
            let path = self.step()?;
            let numbers = path.result.iter().map(|result| match result {
                Outcome::Returned(value) => number(&mut self.session, &path, value),
                Outcome::Cut => None,
                other => panic!("{other:?}"),
            });
            if let Some(results) = numbers.collect() {
                return Some(Found { results, size: u64::from(path.size) });
            }
        }
    }

    fn step(&mut self) -> Option<Path<Vec<Outcome>>> {
        let Hunt { loaded, functions, roots, session, search } = self;
        search.next(session, &Meter::new(Limits::default()), |world| {
            let args: Vec<Value> = roots.iter().map(|root| world.holes.fresh(*root)).collect();
            (functions.iter().map(|name| loaded.call(world, name, &args)).collect(), true)
        })
    }
}

fn number(session: &mut Session, path: &Path<Vec<Outcome>>, value: &Value) -> Option<i64> {
    match &session.close(path.holes.clone(), std::slice::from_ref(value), &Model::new())[..] {
        [Datum::Int(int)] => int.as_i64(),
        other => panic!("the laws are about functions that return numbers, not {other:?}"),
    }
}

/// Numbers that look random and are the same in each run.
pub struct Numbers(u64);

impl Numbers {
    pub fn new(seed: u64) -> Numbers {
        Numbers(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number below `end`.
    pub fn below(&mut self, end: i64) -> i64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % end as u64) as i64
    }
}

/// All lists of numbers from `-largest` to `largest` with at most so many elements, the short ones first.
pub fn lists(largest: i64, most: usize) -> Vec<Vec<i64>> {
    let mut all = vec![Vec::new()];
    let mut longest = 0..1;
    for _ in 0..most {
        let end = all.len();
        for index in longest {
            for number in -largest..=largest {
                let mut list: Vec<i64> = all[index].clone();
                list.push(number);
                all.push(list);
            }
        }
        longest = end..all.len();
    }
    all
}
