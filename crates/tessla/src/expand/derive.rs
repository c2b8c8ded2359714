//! Comparisons and texts by type: values of a set or map as trees are equal when their contents are.

use super::{Expander, Failed, Made};
use crate::code::{Code, GlobalId};
use crate::spec::Collections;
use crate::syntax::ast::At;
use crate::typed::has_function;
use crate::types::{Type, is_tuple};
use lydian_term::Int;

impl Expander<'_, '_> {
    /// `==` or `!=` at a type.
    pub(super) fn equality(&mut self, name: &'static str, ty: &Type, args: Vec<Code>, at: At) -> Made<Code> {
        self.no_functions(ty, at)?;
        if self.is_plain(ty) {
            return Ok(Code::Primitive(name, args));
        }
        let compare = self.comparison(ty, at)?;
        Ok(Code::Primitive(name, vec![Code::apply(compare, args), Code::Int(Int::from(0))]))
    }

    fn no_functions(&mut self, ty: &Type, at: At) -> Made<()> {
        if !has_function(ty) {
            return Ok(());
        }
        let shown = self.checker.show(ty);
        self.error("type-mismatch", at, format!("functions cannot be compared or written: this is `{shown}`"))
    }

    /// Whether OCaml's own comparison is right for a type.
    fn is_plain(&self, ty: &Type) -> bool {
        let lists = self.checker.options.collections == Collections::Lists;
        match ty {
            Type::Set(part) => lists && self.is_plain(part),
            Type::Map(key, value) => lists && self.is_plain(key) && self.is_plain(value),
            Type::Option(part) | Type::List(part) => self.is_plain(part),
            Type::Record(fields) => fields.iter().all(|(_, field)| self.is_plain(field)),
            _ => true,
        }
    }

    /// The function that compares values of a type.
    pub(super) fn comparison(&mut self, ty: &Type, at: At) -> Made<Code> {
        self.no_functions(ty, at)?;
        if self.is_plain(ty) {
            return Ok(Code::Prelude("compare"));
        }
        let (id, new) = self.derived("compare", ty);
        if !new {
            return Ok(Code::Global(id));
        }
        let (a, b) = (self.fresh_var(), self.fresh_var());
        let both = || vec![Code::Var(a), Code::Var(b)];
        let body = match ty {
            Type::Option(part) => self.with_comparison("%option_compare", &[part], both(), at)?,
            Type::List(part) => self.with_comparison("%list_compare", &[part], both(), at)?,
            Type::Set(part) => self.with_comparison("%set_compare", &[part], both(), at)?,
            Type::Map(key, value) => self.with_comparison("%map_compare", &[key, value], both(), at)?,
            Type::Record(fields) => {
                let mut body = Code::Int(Int::from(0));
                for (index, (_, field)) in fields.iter().enumerate().rev() {
                    let compare = self.comparison(field, at)?;
                    let part = |var| match fields.len() {
                        1 => Code::Var(var),
                        count => Code::Field(Box::new(Code::Var(var)), index, count),
                    };
                    let order = self.fresh_var();
                    let first = Code::apply(compare, vec![part(a), part(b)]);
                    let same = Code::Primitive("eq", vec![Code::Var(order), Code::Int(Int::from(0))]);
                    let rest = Code::If(same.into(), body.into(), Code::Var(order).into());
                    body = Code::Let(order, first.into(), rest.into());
                }
                body
            }
            _ => return Err(Failed),
        };
        self.globals[id.0 as usize].code = Some(Code::lambda(vec![a, b], body));
        Ok(Code::Global(id))
    }

    fn with_comparison(
        &mut self,
        name: &'static str,
        parts: &[&Type],
        args: Vec<Code>,
        at: At,
    ) -> Made<Code> {
        let mut all = Vec::new();
        for part in parts {
            all.push(self.comparison(part, at)?);
        }
        all.extend(args);
        Ok(Code::Primitive(name, all))
    }

    fn derived(&mut self, what: &'static str, ty: &Type) -> (GlobalId, bool) {
        if let Some(id) = self.derived.get(&(what, ty.clone())) {
            return (*id, false);
        }
        let id = self.add_global(what.into(), None, false);
        self.derived.insert((what, ty.clone()), id);
        (id, true)
    }

    /// A value as text.
    pub(super) fn text_of(&mut self, code: Code, ty: &Type, at: At) -> Made<Code> {
        Ok(match ty {
            Type::Int => Code::Primitive("%int_text", vec![code]),
            Type::Bool => Code::Primitive("%bool_text", vec![code]),
            Type::Float => Code::Primitive("%float_text", vec![code]),
            Type::String => code,
            _ => Code::apply(self.text_function(ty, at)?, vec![code]),
        })
    }

    fn text_function(&mut self, ty: &Type, at: At) -> Made<Code> {
        self.no_functions(ty, at)?;
        let (id, new) = self.derived("text", ty);
        if !new {
            return Ok(Code::Global(id));
        }
        let var = self.fresh_var();
        let value = Code::Var(var);
        let body = match ty {
            Type::Option(part) => self.with_text("%option_text", &[part], value, at)?,
            Type::List(part) => self.with_text("%list_text", &[part], value, at)?,
            Type::Set(part) => self.with_text("%set_text", &[part], value, at)?,
            Type::Map(key, element) => self.with_text("%map_text", &[key, element], value, at)?,
            Type::Record(fields) => self.record_text(fields, &value, at)?,
            other => self.text_of(value, other, at)?,
        };
        self.globals[id.0 as usize].code = Some(Code::lambda(vec![var], body));
        Ok(Code::Global(id))
    }

    fn with_text(&mut self, name: &'static str, parts: &[&Type], value: Code, at: At) -> Made<Code> {
        let mut all = Vec::new();
        for part in parts {
            all.push(self.text_function(part, at)?);
        }
        all.push(value);
        Ok(Code::Primitive(name, all))
    }

    fn record_text(&mut self, fields: &[(std::sync::Arc<str>, Type)], value: &Code, at: At) -> Made<Code> {
        let text = |text: &str| Code::Text(text.into());
        if fields.is_empty() {
            return Ok(text("()"));
        }
        let tuple = is_tuple(fields.iter().map(|(name, _)| &**name));
        let mut whole = text(if tuple { "(" } else { "{" });
        for (index, (name, ty)) in fields.iter().enumerate() {
            let part = match fields.len() {
                1 => value.clone(),
                count => Code::Field(Box::new(value.clone()), index, count),
            };
            let before = if index > 0 { ", " } else { "" };
            let label = if tuple { before.to_owned() } else { format!("{before}{name} = ") };
            let part = self.text_of(part, ty, at)?;
            if !label.is_empty() {
                whole = Code::Primitive("String_concat", vec![whole, text(&label)]);
            }
            whole = Code::Primitive("String_concat", vec![whole, part]);
        }
        let close = match (tuple, fields.len()) {
            (true, 1) => ",)",
            (true, _) => ")",
            _ => "}",
        };
        Ok(Code::Primitive("String_concat", vec![whole, text(close)]))
    }
}
