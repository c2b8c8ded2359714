//! Comparisons and texts by type.

use super::{Expander, Made};
use crate::code::Code;
use crate::syntax::ast::At;
use crate::typed::has_function;
use crate::types::{Type, is_tuple};

impl Expander<'_, '_> {
    /// `==` or `!=` at a type.
    pub(super) fn equality(&mut self, name: &'static str, ty: &Type, args: Vec<Code>, at: At) -> Made<Code> {
        self.no_functions(ty, at)?;
        Ok(Code::Primitive(name, args))
    }

    pub(super) fn no_functions(&mut self, ty: &Type, at: At) -> Made<()> {
        if !has_function(ty) {
            return Ok(());
        }
        let shown = self.checker.show(ty);
        self.error("type-mismatch", at, format!("functions cannot be compared or written: this is `{shown}`"))
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
        if let Some(id) = self.texts.get(ty) {
            return Ok(Code::Global(*id));
        }
        let id = self.add_global("text".into(), None, false);
        self.texts.insert(ty.clone(), id);
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
