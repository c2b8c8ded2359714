//! Types as they are written become types.
//! Aliases are unfolded; a type that holds itself is an error, as is a stream where a type of values is needed.

use lydian_diagnostic::Diagnostic;
use std::sync::Arc;

use crate::check::{Checker, ERROR};
use crate::names::{Entry, ScopeId, TypeEntry};
use crate::syntax::ast::{At, Name, Strictness, TypeExpr, TypeKind};
use crate::typed::{has_function, is_value, substitute};
use crate::types::Type;

/// What is known of a declared type.
#[derive(Debug, Clone)]
pub(crate) enum AliasState {
    New,
    Running,
    Done(Vec<u32>, Type),
}

impl Checker<'_> {
    /// The type that is written.
    pub(crate) fn resolve_type(&mut self, scope: ScopeId, written: &TypeExpr) -> Type {
        let ty = self.resolve_any_type(scope, written);
        if self.is_small(&ty) {
            return ty;
        }
        self.error("type-too-large", written.at, "this type is too large");
        ERROR
    }

    fn resolve_any_type(&mut self, scope: ScopeId, written: &TypeExpr) -> Type {
        match &written.kind {
            TypeKind::Named(path, args) => {
                let args: Vec<Type> = args.iter().map(|arg| self.resolve_value_type(scope, arg)).collect();
                self.named_type(scope, path, args, written.at)
            }
            TypeKind::Record(fields) => {
                let fields: Vec<(Arc<str>, Type)> = fields
                    .iter()
                    .map(|(name, field)| (name.text.clone(), self.resolve_type(scope, field)))
                    .collect();
                self.record_type(fields, written.at)
            }
            TypeKind::Tuple(parts) => {
                Type::tuple(parts.iter().map(|part| self.resolve_type(scope, part)).collect())
            }
            TypeKind::Function(params, result) => {
                let result = self.resolve_type(scope, result);
                let params: Vec<(Strictness, Type)> = params
                    .iter()
                    .map(|(strictness, param)| {
                        let ty = self.resolve_type(scope, param);
                        let usual = if is_value(&ty) { Strictness::Strict } else { Strictness::Lazy };
                        (strictness.unwrap_or(usual), ty)
                    })
                    .collect();
                Type::Function(params.into(), Arc::new(result), false)
            }
        }
    }

    /// A record of these fields, each of which must have a name of its own.
    pub(crate) fn record_type(&mut self, fields: Vec<(Arc<str>, Type)>, at: At) -> Type {
        let mut names: Vec<&Arc<str>> = fields.iter().map(|(name, _)| name).collect();
        names.sort();
        if let Some(pair) = names.windows(2).find(|pair| pair[0] == pair[1]) {
            let message = format!("the field `{}` stands twice in this record", pair[0]);
            self.error("duplicate-definition", at, message);
            return ERROR;
        }
        Type::record(fields)
    }

    /// The written type, which must be one of values: a type argument.
    pub(crate) fn resolve_value_type(&mut self, scope: ScopeId, written: &TypeExpr) -> Type {
        let ty = self.resolve_type(scope, written);
        if is_value(&ty) && !has_function(&ty) {
            return ty;
        }
        let message = format!("a type argument is a type of values, but this is `{}`", self.show(&ty));
        self.error("not-a-value-type", written.at, message);
        ERROR
    }

    fn named_type(&mut self, scope: ScopeId, path: &[Name], args: Vec<Type>, at: At) -> Type {
        let Some(entry) = self.type_entry(scope, path) else {
            let name: Vec<&str> = path.iter().map(|part| &*part.text).collect();
            let message = format!("there is no type `{}` here", name.join("."));
            let fault = Diagnostic::error("unknown-type", self.names.files.span(at), message);
            self.push(match &name[..] {
                ["Signal"] => fault.hint("TeSSLa 1 has signals; here they are streams: write `Events[...]`"),
                _ => fault,
            });
            return ERROR;
        };
        match entry {
            TypeEntry::Parameter(number) if args.is_empty() => Type::Parameter(number),
            TypeEntry::Parameter(_) => {
                self.error("type-arity", at, "a type parameter takes no type arguments");
                ERROR
            }
            TypeEntry::Alias(number) => self.alias(number, args, at),
        }
    }

    fn type_entry(&mut self, scope: ScopeId, path: &[Name]) -> Option<TypeEntry> {
        let (last, modules) = path.split_last()?;
        let Some((first, rest)) = modules.split_first() else {
            return self.names.lookup_type(scope, &last.text);
        };
        let mut found = self.names.lookup(scope, &first.text)?;
        for name in rest {
            let Entry::Module(module) = found else { return None };
            found = self.names.member(module, &name.text)?;
        }
        let Entry::Module(module) = found else { return None };
        self.names.type_member(module, &last.text)
    }

    fn alias(&mut self, number: u32, args: Vec<Type>, at: At) -> Type {
        let alias = &self.names.aliases[number as usize];
        let (name, wanted) = (alias.name.text.clone(), alias.params.len());
        if wanted != args.len() {
            let message = format!("the type `{name}` takes {wanted} type arguments, not {}", args.len());
            self.error("type-arity", at, message);
            return ERROR;
        }
        if let Some(external) = alias.external.clone() {
            return self.external_type(&external, args, at);
        }
        match self.alias_body(number, at) {
            Some((params, body)) => substitute(&body, &|number| {
                params.iter().position(|param| *param == number).map(|index| args[index].clone())
            }),
            None => ERROR,
        }
    }

    fn alias_body(&mut self, number: u32, at: At) -> Option<(Vec<u32>, Type)> {
        let index = number as usize;
        if self.aliases.len() <= index {
            self.aliases.resize(index + 1, AliasState::New);
        }
        match &self.aliases[index] {
            AliasState::Done(params, body) => return Some((params.clone(), body.clone())),
            AliasState::Running => {
                let name = self.names.aliases[index].name.text.clone();
                self.error("recursive-type", at, format!("the type `{name}` holds itself"));
                return None;
            }
            AliasState::New => {}
        }
        self.aliases[index] = AliasState::Running;
        let alias = &self.names.aliases[index];
        let (names, body) = (alias.params.clone(), alias.body.clone());
        let scope = self.names.add_scope(Some(alias.scope), None);
        let mut params = Vec::new();
        for name in &names {
            let param = self.rigid(&name.text);
            params.push(param);
            self.names.bind_type(scope, name, TypeEntry::Parameter(param));
        }
        let body = body.map_or(ERROR, |body| self.resolve_type(scope, &body));
        self.aliases[index] = AliasState::Done(params.clone(), body.clone());
        Some((params, body))
    }

    fn external_type(&mut self, name: &str, args: Vec<Type>, at: At) -> Type {
        let mut args = args.into_iter().map(Arc::new);
        let (first, second) = (args.next(), args.next());
        match (name, first, second) {
            ("Int", None, None) => Type::Int,
            ("Float", None, None) => Type::Float,
            ("Bool", None, None) => Type::Bool,
            ("String", None, None) => Type::String,
            ("Events", Some(part), None) => Type::Events(part),
            ("Option", Some(part), None) => Type::Option(part),
            ("List", Some(part), None) => Type::List(part),
            ("Set", Some(part), None) => Type::Set(part),
            ("Map", Some(key), Some(value)) => Type::Map(key, value),
            ("CTF", ..) => {
                self.error("unsupported-feature", at, "values of CTF traces (`CTF`) are not supported");
                ERROR
            }
            _ => {
                let message = format!("the native type `{name}` is not supported");
                self.error("unsupported-feature", at, message);
                ERROR
            }
        }
    }
}
