//! A bounded fuzz loop: random Core, mostly ill-typed, must end with an outcome and never with a panic.

use std::sync::Arc;

use lydian_core::expr::Place;
use lydian_core::{
    Arm, ConId, Export, Expr, IntMode, Item, Lambda, Literal, Mutability, Pattern, Program, Shapes, Type, Var,
};
use lydian_eval::{ImageBuilder, Limits, Machine, Meter, NoUnknowns, Universe, World};
use lydian_term::Terms;

/// A small deterministic generator of choices.
struct Choices(u64);

impl Choices {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % bound
    }
}

struct Generator {
    choices: Choices,
    program: Program,
    scope: Vec<Var>,
}

impl Generator {
    fn var(&mut self) -> Expr {
        match self.scope.len() as u64 {
            0 => Expr::Literal(Literal::Unit),
            count => Expr::Var(self.scope[self.choices.below(count) as usize]),
        }
    }

    fn literal(&mut self) -> Literal {
        match self.choices.below(6) {
            0 => Literal::Unit,
            1 => Literal::Bool(self.choices.below(2) == 0),
            2 => Literal::Char(self.choices.below(256) as u8),
            3 => Literal::String(Arc::from(&b"text"[..self.choices.below(4) as usize])),
            4 => Literal::Float(self.choices.below(3) as f64),
            _ => Literal::Int((self.choices.below(5) as i64 - 2).into()),
        }
    }

    fn con(&mut self) -> ConId {
        [ConId::TUPLE, ConId::NIL, ConId::CONS, ConId::SOME, ConId::FAILURE, ConId::REF]
            [self.choices.below(6) as usize]
    }

    fn exprs(&mut self, depth: u32) -> Vec<Expr> {
        (0..self.choices.below(3)).map(|_| self.expr(depth)).collect()
    }

    fn bind(&mut self) -> Var {
        let var = self.program.fresh_var("v");
        self.scope.push(var);
        var
    }

    fn pattern(&mut self, depth: u32) -> Pattern {
        match self.choices.below(if depth == 0 { 3 } else { 8 }) {
            0 => Pattern::Any,
            1 => Pattern::Var(self.bind()),
            2 => Pattern::Literal(self.literal()),
            3 | 4 => {
                let con = self.con();
                Pattern::Construct(con, (0..self.choices.below(3)).map(|_| self.pattern(depth - 1)).collect())
            }
            5 => Pattern::Array((0..self.choices.below(3)).map(|_| self.pattern(depth - 1)).collect()),
            6 => Pattern::Range(b'a', b'z'),
            _ => {
                let inner = self.pattern(depth - 1);
                Pattern::Alias(Box::new(inner), self.bind())
            }
        }
    }

    fn arms(&mut self, depth: u32) -> Vec<Arm> {
        (0..1 + self.choices.below(2))
            .map(|_| {
                let scope = self.scope.len();
                let pattern = self.pattern(2);
                let guard = (self.choices.below(4) == 0).then(|| self.expr(depth));
                let body = self.expr(depth);
                self.scope.truncate(scope);
                Arm { pattern, guard, body }
            })
            .collect()
    }

    fn lambda(&mut self, depth: u32) -> Arc<Lambda> {
        let scope = self.scope.len();
        let params: Vec<Var> = (0..1 + self.choices.below(2)).map(|_| self.bind()).collect();
        let body = self.expr(depth);
        self.scope.truncate(scope);
        Arc::new(Lambda { name: None, params, body })
    }

    fn boxed(&mut self, depth: u32) -> Box<Expr> {
        Box::new(self.expr(depth))
    }

    fn expr(&mut self, depth: u32) -> Expr {
        if depth == 0 {
            return if self.choices.below(2) == 0 { self.var() } else { Expr::Literal(self.literal()) };
        }
        let depth = depth - 1;
        match self.choices.below(20) {
            0 => Expr::Literal(self.literal()),
            1 | 2 => self.var(),
            3 => Expr::Lambda(self.lambda(depth)),
            4 | 5 => {
                let function = self.boxed(depth);
                let mut args = self.exprs(depth);
                args.push(self.expr(depth));
                Expr::Apply(function, args)
            }
            6 => {
                let bound = self.boxed(depth);
                let scope = self.scope.len();
                let var = self.bind();
                let rest = self.boxed(depth);
                self.scope.truncate(scope);
                Expr::Let(var, bound, rest)
            }
            7 => {
                let scope = self.scope.len();
                let vars: Vec<Var> = (0..1 + self.choices.below(2)).map(|_| self.bind()).collect();
                let bindings = vars.into_iter().map(|var| (var, Expr::Lambda(self.lambda(depth)))).collect();
                let rest = self.boxed(depth);
                self.scope.truncate(scope);
                Expr::LetRec(bindings, rest)
            }
            8 => Expr::If(self.boxed(depth), self.boxed(depth), self.boxed(depth)),
            9 => Expr::And(self.boxed(depth), self.boxed(depth)),
            10 | 11 => {
                let scrutinee = self.boxed(depth);
                let place = Place { file: "fuzz".into(), line: 1, column: 0 };
                Expr::Match { scrutinee, arms: self.arms(depth), place }
            }
            12 => Expr::Try(self.boxed(depth), self.arms(depth)),
            13 => Expr::Construct(self.con(), Mutability::Immutable, self.exprs(depth)),
            14 => Expr::Construct(ConId::REF, Mutability::Mutable, self.exprs(depth)),
            15 => Expr::Field(self.boxed(depth), self.choices.below(3) as u32),
            16 => Expr::SetField(self.boxed(depth), self.choices.below(3) as u32, self.boxed(depth)),
            17 => {
                let names: Vec<&str> =
                    ["int_add", "int_div", "equal", "less", "same", "raise", "compare"].to_vec();
                let name = names[self.choices.below(names.len() as u64) as usize];
                let arity = if name == "raise" { 1 } else { 2 };
                Expr::Primitive(name.into(), (0..arity).map(|_| self.expr(depth)).collect())
            }
            18 => Expr::Sequence(self.boxed(depth), self.boxed(depth)),
            _ => Expr::Lazy(self.boxed(depth)),
        }
    }
}

#[test]
fn random_core_ends_with_an_outcome() {
    for seed in 1..4000u64 {
        let program = Program::new(IntMode::OCAML, 0);
        let mut generator = Generator { choices: Choices(seed * 0x9E37_79B9), program, scope: Vec::new() };
        let main = generator.lambda(5);
        let mut program = generator.program;
        let var = program.fresh_var("main");
        program.items.push(Item::Define(var, Expr::Lambda(main)));
        program.exports.push(Export { name: "main".into(), var, ty: Type::arrow(Type::Int, Type::Int) });
        let mut builder = ImageBuilder::new(IntMode::OCAML);
        let Ok(id) = builder.add(&program) else { continue };
        let image = builder.finish();
        let mut terms = Terms::new();
        let mut universe = Universe::new(Shapes::new(program.types.clone()));
        let mut decider = NoUnknowns::default();
        let limits = Limits { steps: 2_000, stack: 5_000, words: 100_000 };
        let mut world =
            World::new(&mut terms, &mut universe, &mut decider, Meter::new(limits), IntMode::OCAML);
        let mut machine = Machine::new(&image, &mut world);
        machine.define(id);
        if let Some(main) = machine.global(id, "main") {
            let args = [lydian_core::Value::Int(1), lydian_core::Value::str("x")];
            machine.call(&main, &args);
        }
    }
}
