//! Branches of a program: the arms of `match`, `function` and `try`, and both sides of `if`.
//! In: a source and the names of definitions. Out: the branches inside of these and of all that they use, and a source that
//! means the same, but notes the number of each branch that is taken with the primitive `note`. Only text is inserted, so the
//! places of the branches are those of the source that was given.

use std::ops::Range;
use std::sync::Arc;

use lydian_diagnostic::Source;

use crate::mutate::{definitions, shortened, walk};
use crate::syntax;
use crate::syntax::ast::{Case, Expr, ExprKind, Loc};

/// A branch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Branch {
    /// Where it is: an arm from its pattern on, or a side of an `if`.
    pub span: Range<usize>,
    /// Its first words.
    pub text: String,
}

/// The branches inside of these top-level definitions and of all that they use, in the order of the source, and a source
/// that notes them: a run of it has the index of each branch that was taken among its notes.
///
/// ```
/// let source = lydian_diagnostic::Source::new("sign.ml", "let sign n = if n < 0 then -1 else 1");
/// let (noting, branches) = lydian_ocaml::instrument(&source, &["sign"]);
/// let texts: Vec<&str> = branches.iter().map(|branch| &*branch.text).collect();
/// assert_eq!(texts, ["if n < 0 then -1", "if n < 0 ... else 1"]);
/// assert!(lydian_ocaml::load(&noting).0.is_some());
/// ```
pub fn instrument(source: &Arc<Source>, within: &[&str]) -> (Arc<Source>, Vec<Branch>) {
    let (structure, _) = syntax::parse(source);
    let mut noting = Noting { source, name: free_name(source), branches: Vec::new(), inserted: Vec::new() };
    for value in definitions::needed(&structure, within) {
        noting.expr(value);
    }
    let Noting { name, branches, mut inserted, .. } = noting;
    if branches.is_empty() {
        return (source.clone(), branches);
    }
    // What opens at one place stands there from the outside in, what closes from the inside out, as it was found.
    inserted.sort_by_key(|(place, _)| *place);
    let mut text = format!("external {name} : int -> unit -> unit = \"note\" ;; ");
    let mut done = 0;
    for (place, insertion) in inserted {
        text.push_str(source.text.get(done..place).unwrap_or(""));
        text.push_str(&insertion);
        done = place;
    }
    text.push_str(source.text.get(done..).unwrap_or(""));
    (Source::new(source.name.clone(), text), branches)
}

/// A name that does not occur in the source.
fn free_name(source: &Source) -> String {
    let mut name = String::from("take_branch");
    while source.text.contains(&name) {
        name.push('_');
    }
    name
}

struct Noting<'s> {
    source: &'s Arc<Source>,
    name: String,
    branches: Vec<Branch>,
    inserted: Vec<(usize, String)>,
}

impl Noting<'_> {
    fn text(&self, loc: Loc) -> &str {
        self.source.text.get(loc.range()).unwrap_or("")
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Function(cases) => self.cases(cases),
            ExprKind::Match { scrutinee: first, cases } | ExprKind::Try { body: first, cases } => {
                self.expr(first);
                self.cases(cases);
            }
            ExprKind::If { condition, then, otherwise } => {
                self.expr(condition);
                let shown = shortened(self.text(condition.loc), 40);
                let text = format!("if {shown} then {}", shortened(self.text(then.loc), 30));
                self.branch(then, then.loc.range(), text);
                match otherwise {
                    Some(otherwise) => {
                        let text = format!("if {shown} ... else {}", shortened(self.text(otherwise.loc), 30));
                        self.branch(otherwise, otherwise.loc.range(), text);
                    }
                    None => {
                        let number = self.branches.len();
                        let text = format!("if {shown} ... (no else)");
                        self.branches.push(Branch { span: condition.loc.range(), text });
                        let insertion = format!(" else {} {number} ()", self.name);
                        self.inserted.push((expr_end(then), insertion));
                    }
                }
            }
            _ => walk::for_each_part(expr, &mut |part| self.expr(part)),
        }
    }

    fn cases(&mut self, cases: &[Case]) {
        for case in cases {
            case.guard.iter().for_each(|guard| self.expr(guard));
            let text = shortened(self.text(case.loc), 60);
            self.branch(&case.body, case.loc.range(), text);
        }
    }

    /// Lets an expression note that it is reached.
    fn branch(&mut self, body: &Expr, span: Range<usize>, text: String) {
        let number = self.branches.len();
        self.branches.push(Branch { span, text });
        self.inserted.push((body.loc.range().start, format!("({} {number} (); ", self.name)));
        self.expr(body);
        self.inserted.push((expr_end(body), ")".into()));
    }
}

fn expr_end(expr: &Expr) -> usize {
    expr.loc.range().end
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noting(text: &str, within: &[&str]) -> (String, Vec<String>) {
        let source = Source::new("a.ml", text);
        let (noting, branches) = instrument(&source, within);
        let (program, faults) = crate::load(&noting);
        assert!(program.is_some(), "{}: {faults:?}", noting.text);
        for branch in &branches {
            assert!(source.text.get(branch.span.clone()).is_some());
        }
        (noting.text.clone(), branches.into_iter().map(|branch| branch.text).collect())
    }

    #[test]
    fn nested_branches_keep_their_parentheses() {
        let (text, branches) = noting(
            "let f a = match a with 0 -> if a > 1 then (fun x -> x) else let y = 2 in fun x -> x + y | _ -> fun _ -> 0; 1",
            &["f"],
        );
        assert_eq!(
            text,
            "external take_branch : int -> unit -> unit = \"note\" ;; let f a = match a with 0 -> \
             (take_branch 0 (); if a > 1 then (take_branch 1 (); (fun x -> x)) else (take_branch 2 (); let y = 2 in \
             fun x -> x + y)) | _ -> (take_branch 3 (); fun _ -> 0; 1)"
        );
        assert_eq!(branches.len(), 4);
        assert_eq!(branches[3], "_ -> fun _ -> 0; 1");
    }

    #[test]
    fn a_missing_else_is_a_branch_too() {
        let (text, branches) = noting("let r = ref 0 let f a = if a then if not a then r := 1; !r", &["f"]);
        assert!(text.ends_with(
            "if a then (take_branch 0 (); if not a then (take_branch 1 (); r := 1) else take_branch 2 ()) else \
             take_branch 3 (); !r"
        ));
        assert_eq!(branches[3], "if a ... (no else)");
    }

    #[test]
    fn definitions_that_are_not_needed_are_left_alone() {
        let (text, branches) = noting("let f a = a let g a = if a then 1 else 2", &["f"]);
        assert_eq!((text.as_str(), branches.len()), ("let f a = a let g a = if a then 1 else 2", 0));
    }

    #[test]
    fn a_name_that_is_taken_is_not_used() {
        let (text, _) = noting("let take_branch = 1 let f = function 0 -> take_branch | n -> n", &["f"]);
        assert!(text.starts_with("external take_branch_ :"));
    }
}
