//! Builds nodes for languages whose terms become OCaml without ever being OCaml text.
//! In: names, literals and nodes. Out: nodes that stand at a place of the user's file, where diagnostics then point.
//! What is built is well formed; whether names exist and types fit is for the checker to say.

use std::ops::Range;

use super::ast::{
    Arg, ArgLabel, Binding, Case, Constant, ConstructorArgs, ConstructorDecl, Expr, ExprKind, Item, ItemKind,
    Loc, Located, Longident, Param, ParamKind, Path, Pattern, PatternKind, TypeDecl, TypeDeclKind,
};

/// Builds nodes at one place.
///
/// ```
/// use lydian_ocaml::syntax::{Build, print};
///
/// let build = Build::at(&(4..9));
/// let double = build.define("double", &["x"], build.call("*", [build.name("x"), build.int(2)]));
/// assert_eq!(print::structure(&vec![double]), "(let double (fun x (* x 2)))");
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Build {
    loc: Loc,
}

impl Build {
    /// Builds nodes at this place.
    pub fn at(range: &Range<usize>) -> Build {
        let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Build { loc: Loc { start: offset(range.start), end: offset(range.end) } }
    }

    /// The place.
    pub(crate) fn loc(self) -> Loc {
        self.loc
    }

    fn expr(self, kind: ExprKind) -> Expr {
        Expr { kind, loc: self.loc }
    }

    /// A possibly qualified name, as it is written: `x`, `+`, `List.map`.
    fn path(self, name: &str) -> Path {
        let qualified = name.split_once('.').filter(|(module, _)| module.starts_with(char::is_alphabetic));
        let node = match qualified {
            None => Longident::name(name),
            Some(_) => {
                let mut parts = name.split('.');
                let first = Longident::name(parts.next().unwrap_or_default());
                parts.fold(first, |module, part| Longident::Dot(Box::new(module), part.into()))
            }
        };
        Located { node, loc: self.loc }
    }

    /// A variable or a function.
    pub fn name(self, name: &str) -> Expr {
        self.expr(ExprKind::Ident(self.path(name)))
    }

    /// An integer.
    pub fn int(self, int: i64) -> Expr {
        self.expr(ExprKind::Constant(Constant::Int(int)))
    }

    /// A string.
    pub fn text(self, text: &[u8]) -> Expr {
        self.expr(ExprKind::Constant(Constant::String(text.into())))
    }

    /// A character.
    pub fn char(self, code: u8) -> Expr {
        self.expr(ExprKind::Constant(Constant::Char(code)))
    }

    /// A constructor without argument: `true`, `()`, `None`.
    pub fn constructor(self, name: &str) -> Expr {
        self.expr(ExprKind::Construct { path: self.path(name), arg: None })
    }

    /// A truth value.
    pub fn bool(self, known: bool) -> Expr {
        self.constructor(if known { "true" } else { "false" })
    }

    /// A list.
    pub fn list(self, elements: Vec<Expr>) -> Expr {
        if elements.is_empty() { self.constructor("[]") } else { self.expr(ExprKind::List(elements)) }
    }

    /// A function, or an operator, of this name with arguments.
    pub fn call(self, function: &str, args: impl IntoIterator<Item = Expr>) -> Expr {
        self.apply(self.name(function), args)
    }

    /// A function with arguments; without any, the function itself.
    pub fn apply(self, function: Expr, args: impl IntoIterator<Item = Expr>) -> Expr {
        self.apply_labelled(function, args.into_iter().map(|value| (None, value)))
    }

    /// The same with arguments some of which have labels.
    pub fn apply_labelled<'l>(
        self,
        function: Expr,
        args: impl IntoIterator<Item = (Option<&'l str>, Expr)>,
    ) -> Expr {
        let label =
            |label: Option<&str>| label.map_or(ArgLabel::Nolabel, |name| ArgLabel::Labelled(name.into()));
        let args: Vec<Arg> =
            args.into_iter().map(|(name, value)| Arg { label: label(name), value }).collect();
        if args.is_empty() {
            return function;
        }
        self.expr(ExprKind::Apply { function: Box::new(function), args })
    }

    /// `if c then a else b`.
    pub fn condition(self, condition: Expr, then: Expr, otherwise: Expr) -> Expr {
        let (condition, then) = (Box::new(condition), Box::new(then));
        self.expr(ExprKind::If { condition, then, otherwise: Some(Box::new(otherwise)) })
    }

    /// `a && b`.
    pub fn and(self, a: Expr, b: Expr) -> Expr {
        self.expr(ExprKind::And(Box::new(a), Box::new(b)))
    }

    /// `a || b`.
    pub fn or(self, a: Expr, b: Expr) -> Expr {
        self.expr(ExprKind::Or(Box::new(a), Box::new(b)))
    }

    /// `match e with ...`.
    pub fn cases(self, scrutinee: Expr, cases: impl IntoIterator<Item = (Pattern, Expr)>) -> Expr {
        let case = |(pattern, body)| Case { pattern, guard: None, body, loc: self.loc };
        let cases = cases.into_iter().map(case).collect();
        self.expr(ExprKind::Match { scrutinee: Box::new(scrutinee), cases })
    }

    fn pattern(self, kind: PatternKind) -> Pattern {
        Pattern { kind, loc: self.loc }
    }

    /// The pattern `_`.
    pub fn any(self) -> Pattern {
        self.pattern(PatternKind::Any)
    }

    /// The pattern of one integer.
    pub fn only(self, int: i64) -> Pattern {
        self.pattern(PatternKind::Constant(Constant::Int(int)))
    }

    /// The pattern of a constructor without argument.
    pub fn only_constructor(self, name: &str) -> Pattern {
        self.pattern(PatternKind::Construct { path: self.path(name), arg: None })
    }

    /// `assert false`: what stands where something was refused already.
    pub fn impossible(self) -> Expr {
        self.expr(ExprKind::Assert(Box::new(self.bool(false))))
    }

    /// A function; without parameters it takes `()`.
    pub fn lambda(self, params: &[&str], body: Expr) -> Expr {
        let patterns: Vec<Pattern> = match params {
            [] => vec![self.only_constructor("()")],
            names => names.iter().map(|name| self.pattern(PatternKind::Var((*name).into()))).collect(),
        };
        let param = |pattern| ParamKind::Value { label: ArgLabel::Nolabel, default: None, pattern };
        let params =
            patterns.into_iter().map(|pattern| Param { kind: param(pattern), loc: self.loc }).collect();
        self.expr(ExprKind::Fun { params, result: None, body: Box::new(body) })
    }

    /// `let name = value`.
    pub fn value(self, name: &str, value: Expr) -> Item {
        let pattern = self.pattern(PatternKind::Var(name.into()));
        let bindings = vec![Binding { pattern, constraint: None, value, loc: self.loc }];
        Item { kind: ItemKind::Let { recursive: false, bindings }, loc: self.loc }
    }

    /// `let name params = body`; without parameters it takes `()`.
    pub fn define(self, name: &str, params: &[&str], body: Expr) -> Item {
        self.value(name, self.lambda(params, body))
    }

    /// `type name = A | B`: a variant of constructors without arguments, each with its own place.
    pub fn variant<'n>(self, name: &str, constructors: impl IntoIterator<Item = (Build, &'n str)>) -> Item {
        let ident = |build: Build, name: &str| Located { node: name.into(), loc: build.loc };
        let constructor = |(build, name): (Build, &str)| ConstructorDecl {
            name: ident(build, name),
            args: ConstructorArgs::Tuple(Vec::new()),
            loc: build.loc,
        };
        let decl = TypeDecl {
            name: ident(self, name),
            params: Vec::new(),
            kind: TypeDeclKind::Variant(constructors.into_iter().map(constructor).collect()),
            manifest: None,
            private: false,
            constraints: Vec::new(),
            loc: self.loc,
        };
        Item { kind: ItemKind::Type { nonrec: false, decls: vec![decl] }, loc: self.loc }
    }
}
