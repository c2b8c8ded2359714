//! Types and their declarations.

use std::sync::Arc;

use crate::print::literal::RESERVED;
use crate::read::lexer::Tok;
use crate::read::parser::{Parsed, Parser, Tall};
use crate::{ArgLabel, ConId, ConstructorDecl, FieldDecl, Type, TypeBody, TypeDecl};

impl Parser {
    /// Any type.
    pub(super) fn ty(&mut self) -> Parsed<Tall<Type>> {
        self.nested(Parser::arrows)
    }

    /// Types between arrows, read in a loop.
    fn arrows(&mut self) -> Parsed<Tall<Type>> {
        let mut arguments = Vec::new();
        loop {
            let label = if self.eat("~") {
                ArgLabel::Labelled(self.label()?)
            } else if self.eat("?") {
                ArgLabel::Optional(self.label()?)
            } else {
                ArgLabel::Positional
            };
            let part = self.closed_type()?;
            if self.eat("->") {
                arguments.push((label, part));
                continue;
            }
            if label != ArgLabel::Positional {
                return self.fail("only an argument has a label");
            }
            let mut ty = part;
            for (label, from) in arguments.into_iter().rev() {
                let height = from.height.max(ty.height);
                ty = self.tall(Type::Arrow(label, Arc::new(from.it), Arc::new(ty.it)), height)?;
            }
            return Ok(ty);
        }
    }

    fn label(&mut self) -> Parsed<Arc<str>> {
        // A label has a mark before it, so it may be spelt like a reserved word.
        let label: Arc<str> = match self.peek().clone() {
            Tok::Word(word) => {
                self.next();
                word.into()
            }
            _ => self.name()?.into(),
        };
        self.expect(":")?;
        Ok(label)
    }

    /// A type without arrows of its own: something with names of type constructors after it.
    fn closed_type(&mut self) -> Parsed<Tall<Type>> {
        let mut ty = self.type_primary()?;
        loop {
            let below = ty.height;
            let wrapped = match self.peek() {
                Tok::Word(word) if word == "list" => Type::List(Arc::new(ty.it)),
                Tok::Word(word) if word == "array" => Type::Array(Arc::new(ty.it)),
                Tok::Word(word) if word == "lazy" => Type::Lazy(Arc::new(ty.it)),
                Tok::Word(word) if !RESERVED.contains(&&**word) => {
                    Type::Named(Arc::from(&**word), Arc::from([ty.it]))
                }
                Tok::Str(_) => {
                    let path = self.name()?;
                    self.back();
                    Type::Named(path.into(), Arc::from([ty.it]))
                }
                _ => return Ok(ty),
            };
            self.next();
            ty = self.tall(wrapped, below)?;
        }
    }

    fn type_primary(&mut self) -> Parsed<Tall<Type>> {
        match self.peek().clone() {
            Tok::TypeVar(index) => {
                self.next();
                Ok(Tall::flat(Type::Param(index)))
            }
            Tok::Mark("(") => {
                self.next();
                self.parenthesised_type()
            }
            Tok::Mark("[") => {
                self.next();
                self.poly_variant()
            }
            Tok::Word(word) if word == "tuple" => {
                self.next();
                self.expect("(")?;
                let (parts, height) = Tall::split(self.until(",", ")", Parser::ty)?);
                self.tall(Type::Tuple(parts.into()), height)
            }
            Tok::Word(word) => {
                let basic = match &*word {
                    "int" => Type::Int,
                    "bool" => Type::Bool,
                    "char" => Type::Char,
                    "string" => Type::String,
                    "bytes" => Type::Bytes,
                    "float" => Type::Float,
                    "unit" => Type::Unit,
                    "exn" => Type::Exn,
                    _ => Type::Named(self.name()?.into(), Arc::from([])),
                };
                if !matches!(basic, Type::Named(..)) {
                    self.next();
                }
                Ok(Tall::flat(basic))
            }
            Tok::Str(_) => Ok(Tall::flat(Type::Named(self.name()?.into(), Arc::from([])))),
            _ => self.fail("a type is missing here"),
        }
    }

    /// After `(`: a group, a tuple, or the arguments of a declared type.
    fn parenthesised_type(&mut self) -> Parsed<Tall<Type>> {
        let first = self.ty()?;
        if self.eat(")") {
            return Ok(first);
        }
        let Some(separator) = ["*", ","].into_iter().find(|separator| self.eat(separator)) else {
            return self.fail("`)` is missing here");
        };
        let mut parts = vec![first];
        parts.extend(self.until(separator, ")", Parser::ty)?);
        let (parts, height) = Tall::split(parts);
        if separator == "*" {
            return self.tall(Type::Tuple(parts.into()), height);
        }
        let path = self.name()?;
        self.tall(Type::Named(path.into(), parts.into()), height)
    }

    fn poly_variant(&mut self) -> Parsed<Tall<Type>> {
        let tags = self.until("|", "]", |parser| {
            let tag: Arc<str> = match parser.next() {
                Tok::Con(con) if con.type_path() == "`" => con.name().into(),
                _ => {
                    parser.back();
                    return parser.fail("a tag is missing here");
                }
            };
            let part = if parser.eat_word("of") { Some(parser.nested(Parser::closed_type)?) } else { None };
            let height = part.as_ref().map_or(0, |part| part.height);
            Ok(Tall { it: (tag, part.map(|part| part.it)), height })
        })?;
        let (tags, height) = Tall::split(tags);
        self.tall(Type::PolyVariant(tags.into()), height)
    }

    /// After `type`.
    pub(super) fn type_declaration(&mut self) -> Parsed<TypeDecl> {
        let mut params = 0;
        if matches!(self.peek(), Tok::TypeVar(_)) {
            self.parameter(&mut params)?;
        } else if self.eat("(") {
            self.until(",", ")", |parser| parser.parameter(&mut params))?;
        }
        let path: Arc<str> = self.name()?.into();
        if !self.eat("=") {
            return Ok(TypeDecl { path, params, body: TypeBody::Abstract });
        }
        let body = match self.peek().clone() {
            Tok::Mark("|") => {
                let mut constructors = Vec::new();
                while self.eat("|") {
                    let is_constructor = match self.peek() {
                        Tok::Con(_) | Tok::Str(_) => true,
                        Tok::Word(word) => !RESERVED.contains(&&**word),
                        _ => false,
                    };
                    if !is_constructor && constructors.is_empty() {
                        break;
                    }
                    constructors.push(self.constructor_declaration(&path)?);
                }
                TypeBody::Variant(constructors)
            }
            Tok::Con(con) if con.type_path() != "`" => {
                self.next();
                TypeBody::Record(con, self.fields()?)
            }
            _ => TypeBody::Alias(self.ty()?.it),
        };
        Ok(TypeDecl { path, params, body })
    }

    fn parameter(&mut self, params: &mut u32) -> Parsed<()> {
        if *self.peek() != Tok::TypeVar(*params) {
            return self.fail("type parameters are 'a, 'b and so on, in this order");
        }
        self.next();
        *params += 1;
        Ok(())
    }

    fn constructor_declaration(&mut self, path: &str) -> Parsed<ConstructorDecl> {
        let con = match self.peek() {
            Tok::Con(con) => {
                let con = *con;
                self.next();
                con
            }
            _ => ConId::intern(path, &self.name()?),
        };
        let mut args = Vec::new();
        if self.eat_word("of") {
            if self.is("{") {
                let fields = self.fields()?;
                args.extend(fields.iter().map(|field| field.ty.clone()));
                return Ok(ConstructorDecl { con, args, fields: Some(fields) });
            }
            loop {
                args.push(self.nested(Parser::closed_type)?.it);
                if !self.eat("*") {
                    break;
                }
            }
        }
        let fields = if self.eat_word("with") { Some(self.fields()?) } else { None };
        Ok(ConstructorDecl { con, args, fields })
    }

    fn fields(&mut self) -> Parsed<Vec<FieldDecl>> {
        self.expect("{")?;
        self.until(";", "}", |parser| {
            let mutable = parser.eat_word("mutable");
            let name: Arc<str> = parser.name()?.into();
            parser.expect(":")?;
            Ok(FieldDecl { name, mutable, ty: parser.ty()?.it })
        })
    }
}
