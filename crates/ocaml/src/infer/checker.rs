//! The state of a run: the program being built, the type variables, the libraries that are used.

use std::sync::Arc;

use lydian_core::{ConId, ConstructorDecl, Expr, IntMode, Item, Literal, Program, TypeDecl, Var};
use lydian_diagnostic::{Diagnostic, Source, Span};
use rustc_hash::{FxHashMap, FxHashSet};

use super::env::{Module, Structure};
use super::show::Shower;
use super::types::{Name, Scheme, Ty, TypeCon};
use super::unify::{Types, UnifyError};
use crate::diagnostics::{self, Subject};
use crate::library::{self, Library};
use crate::syntax::ast::Loc;

/// A result, or the diagnostic that ends the run.
pub type Checked<T> = Result<T, Box<Diagnostic>>;

/// Nesting of expressions and modules at which the work moves to a thread with a large stack.
const DEPTH_OF_FIRST_STACK: u32 = 60;
/// The stack of that thread.
const LARGE_STACK: usize = 1 << 30;
/// Nesting at which we give up; the reader's own bound is lower, but functors can be nested by application.
const MAX_DEPTH: u32 = 8_000;
/// Nodes that a run may visit for each byte of its source, and beside them: only functors that apply functors to each
/// other can need more.
const WORK_PER_BYTE: u32 = 20;
const FREE_WORK: u32 = 1_000_000;
/// How many nodes are visited before the run looks again whether its time is up.
const WORK_BETWEEN_LOOKS: u32 = 16;

/// The state of a run.
pub struct Checker {
    /// The source that is being read.
    pub source: Arc<Source>,
    /// The offsets at which its lines begin.
    lines: Arc<[u32]>,
    /// The program being built; its variables are numbered from zero until the end.
    pub program: Program,
    /// Type variables and type definitions.
    pub types: Types,
    /// Type declarations for Core, in order.
    pub decls: Vec<TypeDecl>,
    /// Exceptions for Core, in order.
    pub exceptions: Vec<ConstructorDecl>,
    /// The name of the library module that is being read.
    pub library: Option<&'static str>,
    /// The library modules used so far, each after those that it uses.
    pub used: Vec<Arc<Library>>,
    /// What is worth a warning.
    pub warnings: Vec<Diagnostic>,
    /// The named type variables of the current item.
    pub type_vars: FxHashMap<Name, Ty>,
    /// The level of named type variables.
    pub type_var_level: u32,
    /// The modules around the current place.
    pub module_path: Vec<Name>,
    /// How often a path has been declared.
    pub paths: FxHashMap<String, u32>,
    /// Whether the current place is inside an expression, where types are local.
    pub local: u32,
    /// Results of functors without effects, by functor and argument.
    pub applied: FxHashMap<(u32, usize), (Module, Module)>,
    /// Names of types and modules in the current structure that came by `include`.
    pub included: FxHashSet<Name>,
    /// Whether the current pattern is named by `as`.
    pub aliasing: u32,
    /// The type under which the last pattern can be named, where it is freer than the type it was matched with.
    pub alias_type: Option<Ty>,
    /// Whether the current structure is an argument that has no name.
    pub nameless: u32,
    /// Code that must stand before the current item.
    pub pending: Vec<Item>,
    /// Whether what is checked leaves no code.
    pub dry: u32,
    /// Constructors that are the only one of their type, as far as patterns have used them.
    pub only_constructors: FxHashSet<ConId>,
    /// What the recursive module whose body is read next has promised.
    pub anchor: Option<Arc<Structure>>,
    /// What the recursive module around the current structure has promised.
    pub promised: Option<Arc<Structure>>,
    /// How often a value of a recursive module was used that is no function and not defined yet.
    pub early_uses: u32,
    depth: u32,
    on_large_stack: bool,
    work: u32,
}

impl Checker {
    /// A run over `source`.
    pub fn new(source: &Arc<Source>, library: Option<&'static str>) -> Checker {
        Checker {
            source: source.clone(),
            lines: line_starts(source),
            program: Program::new(IntMode::OCAML, 0),
            types: Types::at_level(1),
            decls: Vec::new(),
            exceptions: Vec::new(),
            library,
            used: Vec::new(),
            warnings: Vec::new(),
            type_vars: FxHashMap::default(),
            type_var_level: 2,
            module_path: Vec::new(),
            paths: FxHashMap::default(),
            local: 0,
            applied: FxHashMap::default(),
            included: FxHashSet::default(),
            aliasing: 0,
            alias_type: None,
            nameless: 0,
            pending: Vec::new(),
            dry: 0,
            only_constructors: FxHashSet::default(),
            anchor: None,
            promised: None,
            early_uses: 0,
            depth: 0,
            on_large_stack: false,
            work: FREE_WORK + WORK_PER_BYTE * source.text.len().min(1 << 26) as u32,
        }
    }

    /// Continues in another source; the previous one is returned.
    pub fn enter_source(&mut self, source: &Arc<Source>) -> Arc<Source> {
        if !Arc::ptr_eq(source, &self.source) {
            self.lines = line_starts(source);
        }
        std::mem::replace(&mut self.source, source.clone())
    }

    /// Leaves a source for the previous one.
    pub fn leave_source(&mut self, previous: Arc<Source>) {
        self.enter_source(&previous);
    }

    /// A new variable.
    pub fn fresh_var(&mut self, name: &str) -> Var {
        self.program.fresh_var(name)
    }

    /// The span of a location in the current source.
    pub fn span(&self, loc: Loc) -> Span {
        loc.span(&self.source)
    }

    /// Line (from 1) and column (from 0, in bytes) of a location, as exceptions show them.
    pub fn place(&self, loc: Loc) -> lydian_core::expr::Place {
        let index = self.lines.partition_point(|start| *start <= loc.start).max(1) - 1;
        lydian_core::expr::Place {
            file: Arc::from(self.source.name.as_str()),
            line: index as u32 + 1,
            column: loc.start - self.lines[index],
        }
    }

    /// The tuple (file, line, column) that `Match_failure` and `Assert_failure` carry.
    pub fn place_value(&self, loc: Loc) -> Expr {
        let place = self.place(loc);
        super::lower::tuple(vec![
            Expr::Literal(Literal::String(Arc::from(place.file.as_bytes()))),
            super::lower::int(i64::from(place.line)),
            super::lower::int(i64::from(place.column)),
        ])
    }

    /// Runs `inner` one level deeper. Past some depth the work moves to a thread of its own, whose stack holds the
    /// deepest program that the reader admits: starting a thread costs more than checking a usual program.
    pub fn nested<T: Send>(
        &mut self,
        loc: Loc,
        inner: impl FnOnce(&mut Checker) -> Checked<T> + Send,
    ) -> Checked<T> {
        if self.depth > MAX_DEPTH || self.work == 0 {
            return Err(Box::new(diagnostics::too_deep(self.span(loc))));
        }
        self.work -= 1;
        if self.work.is_multiple_of(WORK_BETWEEN_LOOKS) {
            self.in_time()?;
        }
        self.depth += 1;
        let result = if self.depth > DEPTH_OF_FIRST_STACK && !self.on_large_stack {
            self.on_large_stack = true;
            let result = self.on_new_stack(loc, inner);
            self.on_large_stack = false;
            result
        } else {
            inner(self)
        };
        self.depth -= 1;
        result
    }

    /// Ends the run if its time is up.
    pub fn in_time(&self) -> Checked<()> {
        if lydian_budget::is_over() { Err(Box::new(diagnostics::out_of_time())) } else { Ok(()) }
    }

    fn on_new_stack<T: Send>(
        &mut self,
        loc: Loc,
        inner: impl FnOnce(&mut Checker) -> Checked<T> + Send,
    ) -> Checked<T> {
        let failed = Box::new(diagnostics::too_deep(self.span(loc)));
        lydian_core::on_deep_stack(LARGE_STACK, || inner(self)).unwrap_or(Err(failed))
    }

    // ------------------------------------------------------------------------------------------ types

    /// Makes the type of an expression equal to the one that is expected.
    pub fn unify_expr(&mut self, loc: Loc, actual: &Ty, expected: &Ty) -> Checked<()> {
        self.unify_as(loc, Subject::Expression, actual, expected)
    }

    /// The same for a pattern.
    pub fn unify_pattern(&mut self, loc: Loc, actual: &Ty, expected: &Ty) -> Checked<()> {
        self.unify_as(loc, Subject::Pattern, actual, expected)
    }

    fn unify_as(&mut self, loc: Loc, subject: Subject, actual: &Ty, expected: &Ty) -> Checked<()> {
        self.types
            .unify(actual, expected)
            .map_err(|error| self.mismatch(loc, subject, error, actual, expected))
    }

    /// The diagnostic for two types that do not unify.
    pub fn mismatch(
        &self,
        loc: Loc,
        subject: Subject,
        error: UnifyError,
        actual: &Ty,
        expected: &Ty,
    ) -> Box<Diagnostic> {
        let span = self.span(loc);
        let mut shower = Shower::new(&self.types);
        let actual = shower.show(actual);
        let expected = shower.show(expected);
        Box::new(match error {
            UnifyError::Mismatch => diagnostics::type_mismatch(span, subject, &actual, &expected, None),
            UnifyError::Rigid => diagnostics::type_mismatch(
                span,
                subject,
                &actual,
                &expected,
                Some("the annotation says that this works for every type".to_owned()),
            ),
            UnifyError::Tag(tag) => diagnostics::type_mismatch(
                span,
                subject,
                &actual,
                &expected,
                Some(format!("the types differ in the tag `` `{tag} ``")),
            ),
            UnifyError::Occurs => diagnostics::recursive_type(span, &actual, &expected),
            UnifyError::Escape(con) => diagnostics::escaping_type(span, &con.display),
            UnifyError::TooLarge => diagnostics::type_too_large(span),
        })
    }

    /// A type as the user would write it.
    pub fn show(&self, ty: &Ty) -> String {
        Shower::new(&self.types).show(ty)
    }

    /// Quantifies a type at the current level; a type past the limits is reported at `loc`.
    pub fn generalize(&mut self, loc: Loc, ty: &Ty) -> Checked<Scheme> {
        self.types.generalize(ty).map_err(|_| Box::new(diagnostics::type_too_large(self.span(loc))))
    }

    // ------------------------------------------------------------------------------------------ paths

    /// The path of a new type or exception in Core, unique in the program, and how it is written.
    pub fn declare_path(&mut self, name: &str) -> (String, String) {
        let mut display = String::new();
        for module in &self.module_path {
            match module.strip_prefix("Lydian_") {
                // Types that several library files share are declared in one place and shown under their own.
                Some(rest) => {
                    display.push_str(&rest[..1].to_uppercase());
                    display.push_str(&rest[1..]);
                }
                None => display.push_str(module),
            }
            display.push('.');
        }
        display.push_str(name);
        let first = display.split('.').next().unwrap_or("");
        let taken = self.library.is_none() && library::is_reserved_path(&display, first);
        let count = self.paths.entry(display.clone()).or_insert(u32::from(taken));
        *count += 1;
        let path = if *count == 1 { display.clone() } else { format!("{display}/{count}") };
        (path, display)
    }

    /// A new type constructor at the current place.
    pub fn declare_type(&mut self, name: &str, arity: usize) -> Arc<TypeCon> {
        let (path, display) = self.declare_path(name);
        let level = if self.local > 0 { self.types.level } else { 0 };
        let mut con = TypeCon::new(&path, &display, arity, level);
        con.nameless = self.nameless > 0;
        Arc::new(con)
    }

    /// A new type that stands for a variable which must stay general.
    pub fn rigid_type(&mut self, name: &str) -> Arc<TypeCon> {
        let mut con = TypeCon::new(name, name, 0, self.types.level);
        con.rigid = true;
        Arc::new(con)
    }

    /// Uses a library module.
    pub fn use_library(&mut self, library: &Arc<Library>) {
        for dependency in library.dependencies.iter().chain([library]) {
            if !self.used.iter().any(|used| Arc::ptr_eq(used, dependency)) {
                self.used.push(dependency.clone());
            }
        }
    }
}

fn line_starts(source: &Source) -> Arc<[u32]> {
    let ends = source.text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
    std::iter::once(0).chain(ends.map(|(at, _)| at as u32 + 1)).collect()
}
