//! Haskell. Numbers have no bound; decimals are whole numbers of their smallest unit. Loops are functions of what changes in
//! them, and what follows a loop or a branch is a function too where several ways lead to it.

use std::collections::BTreeSet;

use super::plan::{Expr, Field, Piece, Plan, Read, Statement, Type, Until, Wrong, exits};
use super::text::{Case, Code, Lines, Names, defined};
use crate::names;

mod library;
mod term;

use library::{HELPERS, IMPORTS, RESERVED};
use term::{APPEND, APPLY, quoted};

/// The program.
pub(super) fn write(plan: &Plan) -> String {
    let names = Names::new(plan, &[RESERVED], HELPERS, Case::Small);
    let mut haskell = Haskell {
        plan,
        names,
        helpers: BTreeSet::new(),
        modules: BTreeSet::from(["System.IO"]),
        functions: 0,
        known: BTreeSet::new(),
    };
    let mut body = Lines::new("  ");
    body.line("main :: IO ()");
    body.line("main = do");
    body.deeper(|lines| {
        lines.line("hSetBuffering stdout NoBuffering");
        for (view, memory) in plan.memory.iter().enumerate() {
            if memory.history {
                let ty = haskell.type_name(plan.view_type(view));
                lines.line(format!("let {} = [] :: [{ty}]", haskell.names.histories[view]));
                haskell.known.insert(Slot::History(view));
            }
        }
        haskell.block(&plan.body, &After::Return, &After::Return, lines);
    });
    let parameters = haskell.parameters();
    haskell.whole(&parameters, &body.finish())
}

/// A name whose value changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Slot {
    Current(usize),
    History(usize),
}

/// What comes after some statements.
#[derive(Clone)]
enum After<'p> {
    Return,
    /// The function with this name, of these names.
    Call(String, Vec<Slot>),
    /// These statements, and then something else; an exit in them leads elsewhere.
    Statements(&'p [Statement], Box<After<'p>>, Box<After<'p>>),
}

struct Haskell<'p> {
    plan: &'p Plan,
    names: Names,
    helpers: BTreeSet<&'static str>,
    modules: BTreeSet<&'static str>,
    /// How many loops and continuations have got names.
    functions: usize,
    /// The names that have a value here.
    known: BTreeSet<Slot>,
}

impl<'p> Haskell<'p> {
    fn whole(&self, parameters: &str, body: &str) -> String {
        let mut text = format!("-- A model solution for {}.\nmodule Main where\n\n", self.plan.name);
        for module in &self.modules {
            let names = IMPORTS.iter().find(|(name, _)| name == module).map_or("", |(_, names)| names);
            text.push_str(&format!("import {module} ({names})\n"));
        }
        text.push('\n');
        for enumeration in &self.plan.enumerations {
            let name = upper(&enumeration.name);
            let members: Vec<String> = enumeration.members.iter().map(|(member, _)| upper(member)).collect();
            text.push_str(&format!("data {name} = {} deriving (Eq, Ord)\n\n", members.join(" | ")));
            text.push_str(&format!("show{name} :: {name} -> String\n"));
            for (member, spelled) in &enumeration.members {
                text.push_str(&format!("show{name} {} = {}\n", upper(member), quoted(spelled)));
            }
            text.push_str(&format!("\nparse{name} :: String -> Maybe {name}\n"));
            text.push_str(&format!(
                "parse{name} line = lookup (unwords (words line)) table\n  where\n    table = ["
            ));
            let pairs: Vec<String> = enumeration
                .members
                .iter()
                .map(|(member, spelled)| format!("({}, {})", quoted(spelled), upper(member)))
                .collect();
            text.push_str(&format!("{}]\n\n", pairs.join(", ")));
        }
        text.push_str(&defined(HELPERS, &self.helpers));
        text.push_str(parameters);
        text.push_str(body);
        text
    }

    fn parameters(&mut self) -> String {
        let mut text = String::new();
        for parameter in &self.plan.parameters {
            let name = self.names.parameter(&parameter.name);
            let value = self.term(&parameter.value).text;
            text.push_str(&format!(
                "{name} :: {}\n{name} = {value}\n\n",
                self.type_name(&parameter.value.ty)
            ));
        }
        text
    }

    fn type_name(&self, ty: &Type) -> String {
        match ty {
            Type::Bool => "Bool".into(),
            Type::Text => "String".into(),
            Type::Char => "Char".into(),
            Type::Enumeration(index) => upper(&self.plan.enumerations[*index].name),
            Type::List(of) => format!("[{}]", self.type_name(of)),
            _ => "Integer".into(),
        }
    }

    fn helper(&mut self, name: &'static str) -> &'static str {
        if self.helpers.insert(name)
            && let Some((_, needs, _)) = HELPERS.iter().find(|(other, ..)| *other == name)
        {
            for need in *needs {
                if need.starts_with(|c: char| c.is_ascii_uppercase()) {
                    self.modules.insert(need);
                } else {
                    self.helper(need);
                }
            }
        }
        name
    }

    /// Statements and what comes after them, as the end of a `do`.
    fn block(&mut self, statements: &'p [Statement], after: &After<'p>, exit: &After<'p>, lines: &mut Lines) {
        let Some((first, rest)) = statements.split_first() else { return self.after(after, lines) };
        match first {
            Statement::Exit => self.after(exit, lines),
            Statement::Write(pieces) => {
                let line = self.print(pieces);
                lines.line(line);
                self.go_on(rest, after, exit, lines);
            }
            Statement::Read(read) => {
                self.read(read, lines);
                // The last line of a `do` must not bind a name, so the end is said here.
                self.block(rest, after, exit, lines);
            }
            Statement::If(condition, then, otherwise) => {
                let condition = self.term(condition).text;
                if changes(then).is_empty()
                    && changes(otherwise).is_empty()
                    && !leaves(then)
                    && !leaves(otherwise)
                {
                    self.plain_branch(&condition, then, otherwise, lines);
                    return self.go_on(rest, after, exit, lines);
                }
                let next = self.joined(rest, after, exit, &[then, otherwise], lines);
                lines.line(format!("if {condition}"));
                lines.deeper(|lines| {
                    for (word, branch) in [("then", then), ("else", otherwise)] {
                        lines.line(format!("{word} do"));
                        let known = self.known.clone();
                        lines.deeper(|lines| self.block(branch, &next, exit, lines));
                        self.known = known;
                    }
                });
            }
            Statement::Loop(until, body) => {
                let rest = After::Statements(rest, Box::new(after.clone()), Box::new(exit.clone()));
                self.looped(until, body, rest, lines);
            }
        }
    }

    /// Goes on after a statement that is an action; at the very end nothing more is said.
    fn go_on(&mut self, rest: &'p [Statement], after: &After<'p>, exit: &After<'p>, lines: &mut Lines) {
        if rest.is_empty() && matches!(after, After::Return) {
            return;
        }
        self.block(rest, after, exit, lines);
    }

    fn after(&mut self, after: &After<'p>, lines: &mut Lines) {
        match after {
            After::Return => lines.line("return ()"),
            After::Call(name, slots) => {
                let call = self.call_of(name, slots);
                lines.line(call);
            }
            After::Statements(statements, after, exit) => self.block(statements, after, exit, lines),
        }
    }

    /// A branch that neither reads nor leaves a loop.
    fn plain_branch(
        &mut self,
        condition: &str,
        then: &'p [Statement],
        otherwise: &'p [Statement],
        lines: &mut Lines,
    ) {
        lines.line(format!("if {condition}"));
        lines.deeper(|lines| {
            for (word, branch) in [("then", then), ("else", otherwise)] {
                lines.line(format!("{word} do"));
                lines.deeper(|lines| self.block(branch, &After::Return, &After::Return, lines));
            }
        });
    }

    /// What comes after a branch; if both ways lead there and it is more than a call, it gets a name.
    fn joined(
        &mut self,
        rest: &'p [Statement],
        after: &After<'p>,
        exit: &After<'p>,
        branches: &[&'p [Statement]],
        lines: &mut Lines,
    ) -> After<'p> {
        if rest.is_empty() && !matches!(after, After::Statements(..)) {
            return after.clone();
        }
        let next = After::Statements(rest, Box::new(after.clone()), Box::new(exit.clone()));
        let falling = branches.iter().filter(|branch| !ends(branch)).count();
        if falling < 2 {
            return next;
        }
        let slots = self.slots(branches);
        self.define("next", slots, &next, lines)
    }

    /// Defines a function and gives the call of it.
    fn define(&mut self, word: &str, slots: Vec<Slot>, body: &After<'p>, lines: &mut Lines) -> After<'p> {
        self.functions += 1;
        let name = format!("{word}{}", self.functions);
        let call = After::Call(name.clone(), slots.clone());
        lines.line("let");
        lines.deeper(|lines| {
            let head = self.head(&name, &slots);
            lines.line(format!("{head} = do"));
            let known = self.known.clone();
            self.known.extend(&slots);
            lines.deeper(|lines| self.after(body, lines));
            self.known = known;
        });
        call
    }

    fn looped(&mut self, until: &Until, body: &'p [Statement], rest: After<'p>, lines: &mut Lines) {
        let slots = self.slots(&[body]);
        let asked = !matches!(until, Until::Exit);
        let leaving = exits(body) + usize::from(asked);
        // What follows is written where the loop is left, if that is one place only.
        let leave = match (&rest, leaving) {
            (After::Statements([], after, _), _) if !matches!(**after, After::Statements(..)) => {
                (**after).clone()
            }
            (_, 0 | 1) => rest,
            _ => self.define("after", slots.clone(), &rest, lines),
        };
        self.functions += 1;
        let name = format!("loop{}", self.functions);
        let again = After::Call(name.clone(), slots.clone());
        lines.line("let");
        lines.deeper(|lines| {
            let head = self.head(&name, &slots);
            lines.line(format!("{head} = do"));
            let known = self.known.clone();
            self.known.extend(&slots);
            lines.deeper(|lines| match until {
                Until::Exit => self.block(body, &again, &leave, lines),
                Until::Before(condition) => {
                    let condition = self.term(condition).text;
                    lines.line(format!("if {condition}"));
                    lines.deeper(|lines| {
                        lines.line("then do");
                        let known = self.known.clone();
                        lines.deeper(|lines| self.block(body, &again, &leave, lines));
                        self.known = known;
                        lines.line("else do");
                        lines.deeper(|lines| self.after(&leave, lines));
                    });
                }
                Until::After(condition) => self.asked_after(body, condition, &again, &leave, lines),
            });
            self.known = known;
        });
        let call = self.call_of(&name, &slots);
        lines.line(call);
    }

    /// A loop that asks at the end of a round.
    fn asked_after(
        &mut self,
        body: &'p [Statement],
        condition: &Expr,
        again: &After<'p>,
        leave: &After<'p>,
        lines: &mut Lines,
    ) {
        // The question is a branch of its own; with branches in the body it gets a name.
        let straight = body.iter().all(|statement| match statement {
            Statement::Read(_) | Statement::Write(_) => true,
            Statement::If(_, then, otherwise) => {
                changes(then).is_empty()
                    && changes(otherwise).is_empty()
                    && !leaves(then)
                    && !leaves(otherwise)
            }
            _ => false,
        });
        let ask = |haskell: &mut Self, lines: &mut Lines| {
            let condition = haskell.term(condition).text;
            lines.line(format!("if {condition}"));
            lines.deeper(|lines| {
                for (word, way) in [("then", again), ("else", leave)] {
                    lines.line(format!("{word} do"));
                    let known = haskell.known.clone();
                    lines.deeper(|lines| haskell.after(way, lines));
                    haskell.known = known;
                }
            });
        };
        if straight {
            for statement in body {
                match statement {
                    Statement::Read(read) => self.read(read, lines),
                    _ => self.block(std::slice::from_ref(statement), &After::Return, leave, lines),
                }
            }
            return ask(self, lines);
        }
        let slots = self.slots(&[body]);
        self.functions += 1;
        let name = format!("ask{}", self.functions);
        lines.line("let");
        lines.deeper(|lines| {
            let head = self.head(&name, &slots);
            lines.line(format!("{head} = do"));
            let known = self.known.clone();
            self.known.extend(&slots);
            lines.deeper(|lines| ask(self, lines));
            self.known = known;
        });
        self.block(body, &After::Call(name, slots), leave, lines);
    }

    /// The names whose values change in some statements, as far as they are used.
    fn slots(&self, blocks: &[&'p [Statement]]) -> Vec<Slot> {
        let mut slots = BTreeSet::new();
        for block in blocks {
            for variable in changes(block) {
                slots.extend(self.remembered(variable));
            }
        }
        slots.into_iter().collect()
    }

    fn remembered(&self, variable: usize) -> Vec<Slot> {
        let mut slots = Vec::new();
        if self.plan.keeps_current(variable) {
            slots.push(Slot::Current(variable));
        }
        slots.extend(self.plan.histories_of(variable).into_iter().map(Slot::History));
        slots
    }

    fn slot_name(&self, slot: Slot) -> String {
        match slot {
            Slot::Current(variable) => self.names.variables[variable].clone(),
            Slot::History(view) => self.names.histories[view].clone(),
        }
    }

    fn head(&self, name: &str, slots: &[Slot]) -> String {
        let names: String = slots.iter().map(|slot| format!(" {}", self.slot_name(*slot))).collect();
        format!("{name}{names}")
    }

    fn call_of(&self, name: &str, slots: &[Slot]) -> String {
        let mut call = name.to_owned();
        for slot in slots {
            let argument = match slot {
                Slot::Current(variable) if !self.known.contains(slot) => {
                    self.empty(&self.plan.variables[*variable].1)
                }
                _ => self.slot_name(*slot),
            };
            call.push_str(&format!(" {argument}"));
        }
        call
    }

    /// Some value of a type, before the first one is read.
    fn empty(&self, ty: &Type) -> String {
        match ty {
            Type::Bool => "False".into(),
            Type::Text => "\"\"".into(),
            Type::Char => "' '".into(),
            Type::Enumeration(index) => upper(&self.plan.enumerations[*index].members[0].0),
            _ => "0".into(),
        }
    }

    fn read(&mut self, read: &Read, lines: &mut Lines) {
        let checked = read.malformed || read.check.is_some();
        let pattern = self.tuple(read);
        match (&read.wrong, &read.fields[..]) {
            (Wrong::Never, [field]) => {
                let value = match &field.ty {
                    Type::Int => "readLn :: IO Integer".to_owned(),
                    Type::Text => "getLine".to_owned(),
                    _ => {
                        self.modules.insert("Data.Maybe");
                        let parse = self.parse(field);
                        format!("fmap (fromJust . {parse}) getLine")
                    }
                };
                lines.line(format!("{pattern} <- {value}"));
            }
            (Wrong::Retry(said), _) if checked => {
                self.functions += 1;
                let ask = format!("ask{}", self.functions);
                lines.line("let");
                lines.deeper(|lines| {
                    lines.line(format!("{ask} = do"));
                    lines.deeper(|lines| {
                        lines.line("line <- getLine");
                        self.cases(read, lines, |haskell, lines| {
                            if !said.is_empty() {
                                let line = haskell.print(said);
                                lines.line(line);
                            }
                            lines.line(&ask);
                        });
                    });
                });
                lines.line(format!("{pattern} <- {ask}"));
            }
            (wrong, _) => {
                lines.line("line <- getLine");
                lines.line(format!("{pattern} <- do"));
                lines.deeper(|lines| {
                    self.cases(read, lines, |haskell, lines| match wrong {
                        Wrong::Stop(said) => {
                            if !said.is_empty() {
                                let line = haskell.print(said);
                                lines.line(line);
                            }
                            haskell.modules.insert("System.Exit");
                            lines.line("exitSuccess");
                        }
                        _ => lines.line("fail \"this line is not expected\""),
                    });
                });
            }
        }
        self.remember(read, lines);
    }

    /// The new values of a line, and what is remembered of them.
    fn remember(&mut self, read: &Read, lines: &mut Lines) {
        for field in &read.fields {
            let fresh = self.names.new_value(field);
            for slot in self.remembered(field.variable) {
                let name = self.slot_name(slot);
                match slot {
                    // Bound by `<-`, so that the old value is meant on the right.
                    Slot::Current(_) if name == fresh => {}
                    Slot::Current(_) => lines.line(format!("{name} <- return {fresh}")),
                    Slot::History(_) => lines.line(format!("{name} <- return ({name} ++ [{fresh}])")),
                }
                self.known.insert(slot);
            }
        }
    }

    fn tuple(&self, read: &Read) -> String {
        let names: Vec<String> = read.fields.iter().map(|field| self.names.new_value(field)).collect();
        match &names[..] {
            [one] => one.clone(),
            _ => format!("({})", names.join(", ")),
        }
    }

    /// The line is looked at: its values are returned, or something else happens.
    fn cases(&mut self, read: &Read, lines: &mut Lines, wrong: impl FnOnce(&mut Self, &mut Lines)) {
        let mut guard = String::new();
        if let Some(check) = &read.check {
            let renamed = check.named(&|number| self.names.new_value(&read.fields[number]));
            guard = format!(" | {}", self.term(&renamed).text);
        }
        let (value, pattern) = match &read.fields[..] {
            [field] => {
                (format!("{} line", self.parse(field)), format!("Just {}", self.names.new_value(field)))
            }
            fields => {
                let split = match &read.separator {
                    None => "words line".to_owned(),
                    Some(separator) => {
                        self.helper("splitOn");
                        format!("map trim (splitOn {} line)", quoted(separator))
                    }
                };
                if read.separator.is_some() {
                    self.helper("trim");
                }
                let parts: Vec<String> = (0..fields.len()).map(|number| format!("part{number}")).collect();
                let parses: Vec<String> = fields
                    .iter()
                    .zip(&parts)
                    .map(|(field, part)| format!("{} {part}", self.parse(field)))
                    .collect();
                let mut values = format!("(,) <$> {} <*> {}", parses[0], parses[1]);
                if parses.len() != 2 {
                    let commas = ",".repeat(parses.len() - 1);
                    values = format!("({commas}) <$> {}", parses.join(" <*> "));
                }
                lines.line(format!(
                    "let values = case {split} of {{ [{}] -> {values}; _ -> Nothing }}",
                    parts.join(", ")
                ));
                return self.case_of(
                    "values",
                    &format!("Just {}", self.tuple(read)),
                    &guard,
                    read,
                    lines,
                    wrong,
                );
            }
        };
        self.case_of(&value, &pattern, &guard, read, lines, wrong);
    }

    fn case_of(
        &mut self,
        value: &str,
        pattern: &str,
        guard: &str,
        read: &Read,
        lines: &mut Lines,
        wrong: impl FnOnce(&mut Self, &mut Lines),
    ) {
        lines.line(format!("case {value} of"));
        lines.deeper(|lines| {
            lines.line(format!("{pattern}{guard} -> return {}", self.tuple(read)));
            lines.line("_ -> do");
            lines.deeper(|lines| wrong(self, lines));
        });
    }

    /// The function that reads a value.
    fn parse(&mut self, field: &Field) -> String {
        match &field.ty {
            Type::Int => self.helper("parseInt").into(),
            Type::Bool => self.helper("parseBool").into(),
            Type::Text => "Just".into(),
            Type::Decimal { places, .. } => format!("{} {places}", self.helper("parseDecimal")),
            Type::Enumeration(index) => format!("parse{}", upper(&self.plan.enumerations[*index].name)),
            _ => self.helper("parseChar").into(),
        }
    }

    fn print(&mut self, pieces: &[Piece]) -> String {
        let mut parts = Vec::new();
        for piece in pieces {
            parts.push(match piece {
                Piece::Text(text) => Code::atom(quoted(text)),
                Piece::Value(value) => {
                    let code = self.term(value);
                    self.shown(code, &value.ty)
                }
            });
        }
        match &parts[..] {
            [one] => format!("putStrLn {}", one.at(APPLY + 1)),
            _ => {
                let parts: Vec<String> = parts.iter().map(|part| part.at(APPEND + 1)).collect();
                format!("putStrLn ({})", parts.join(" ++ "))
            }
        }
    }
}

/// The variables that are read in some statements.
fn changes(statements: &[Statement]) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    for statement in statements {
        match statement {
            Statement::Read(read) => found.extend(read.fields.iter().map(|field| field.variable)),
            Statement::If(_, then, otherwise) => {
                found.extend(changes(then));
                found.extend(changes(otherwise));
            }
            Statement::Loop(_, body) => found.extend(changes(body)),
            _ => {}
        }
    }
    found
}

/// Whether some statements leave the loop around, or contain a loop, whose rest must be known.
fn leaves(statements: &[Statement]) -> bool {
    statements.iter().any(|statement| match statement {
        Statement::Exit | Statement::Loop(..) => true,
        Statement::If(_, then, otherwise) => leaves(then) || leaves(otherwise),
        _ => false,
    })
}

/// Whether some statements never go on to what follows.
fn ends(statements: &[Statement]) -> bool {
    statements.iter().any(|statement| match statement {
        Statement::Exit => true,
        Statement::If(_, then, otherwise) => ends(then) && ends(otherwise),
        _ => false,
    })
}

/// A name with a capital first letter.
fn upper(name: &str) -> String {
    let mut name = names::plain(name);
    name[..1].make_ascii_uppercase();
    name
}
