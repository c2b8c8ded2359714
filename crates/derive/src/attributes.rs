//! What stands in `#[lydian(...)]`, on a variant or struct and on a field or argument.
//! Everything that is not known is an error at its place; so is what would have no effect.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::meta::ParseNestedMeta;
use syn::spanned::Spanned;
use syn::{Attribute, Error, Expr, ExprRange, LitInt, Path, Result, Type, parenthesized};

/// The greatest weight: enumeration goes through all sizes up to it.
const MOST_WEIGHT: usize = 64;

/// The attributes of a variant or a struct.
pub struct Constructor {
    /// It is never made.
    pub skip: bool,
    /// What it costs.
    pub weight: usize,
}

impl Constructor {
    /// Reads the attributes.
    pub fn read(attributes: &[Attribute]) -> Result<Constructor> {
        let mut constructor = Constructor { skip: false, weight: 1 };
        each(attributes, |meta| {
            if meta.path.is_ident("skip") {
                constructor.skip = true;
            } else if meta.path.is_ident("weight") {
                let literal: LitInt = meta.value()?.parse()?;
                constructor.weight = literal.base10_parse()?;
                if !(1..=MOST_WEIGHT).contains(&constructor.weight) {
                    return Err(Error::new(literal.span(), format!("a weight is from 1 to {MOST_WEIGHT}")));
                }
            } else if ["max", "range", "with"].iter().any(|name| meta.path.is_ident(name)) {
                return Err(meta.error("this belongs on a field"));
            } else {
                return Err(meta.error("unknown attribute; there are `skip` and `weight`"));
            }
            Ok(())
        })?;
        Ok(constructor)
    }
}

/// Where the values of a field come from.
pub enum Source {
    /// Its type.
    All,
    /// Its type's default.
    Default,
    /// A range of integers.
    Range(Box<ExprRange>),
    /// A function that gives a domain.
    With(Path),
}

/// The attributes of a field or an argument.
pub struct Field {
    source: Source,
    max: Option<LitInt>,
}

impl Field {
    /// Reads the attributes.
    pub fn read(attributes: &[Attribute]) -> Result<Field> {
        let mut field = Field { source: Source::All, max: None };
        each(attributes, |meta| {
            if meta.path.is_ident("max") {
                let literal: LitInt = meta.value()?.parse()?;
                literal.base10_parse::<usize>()?;
                field.max = Some(literal);
                return Ok(());
            }
            let source = if meta.path.is_ident("skip") {
                Source::Default
            } else if meta.path.is_ident("range") {
                Source::Range(Box::new(range(&meta)?))
            } else if meta.path.is_ident("with") {
                Source::With(meta.value()?.parse()?)
            } else if meta.path.is_ident("weight") {
                return Err(meta.error("a weight belongs on a variant or a struct"));
            } else {
                return Err(meta.error("unknown attribute; there are `max`, `range`, `skip` and `with`"));
            };
            if !matches!(field.source, Source::All) {
                return Err(meta.error("a field has one of `range`, `skip` and `with`"));
            }
            field.source = source;
            Ok(())
        })?;
        match (&field.source, &field.max) {
            (Source::Default, Some(max)) => {
                Err(Error::new(max.span(), "a field that is skipped has no sizes"))
            }
            _ => Ok(field),
        }
    }

    /// Whether walks through the field's domain are walks through the domain of its type.
    pub fn is_whole_type(&self) -> bool {
        matches!(self.source, Source::All | Source::Default)
    }

    /// The expression of the field's domain, if its values are enumerated at all.
    pub fn domain(&self, field: &Type) -> Option<TokenStream> {
        let all = match &self.source {
            Source::All => quote!(::lydian::domain::<#field>()),
            Source::Default => return None,
            Source::Range(range) => quote_spanned!(range.span()=> ::lydian::Domain::<#field>::range(#range)),
            Source::With(path) => quote!({
                let domain: ::lydian::Domain<#field> = #path();
                domain
            }),
        };
        Some(match &self.max {
            Some(max) => quote!(#all.up_to(#max)),
            None => all,
        })
    }
}

fn range(meta: &ParseNestedMeta<'_>) -> Result<ExprRange> {
    let content;
    parenthesized!(content in meta.input);
    match content.parse()? {
        Expr::Range(range) => Ok(range),
        other => Err(Error::new(other.span(), "expected a range, such as `range(0..=15)`")),
    }
}

/// Goes through what stands in all `#[lydian(...)]`.
fn each(attributes: &[Attribute], mut found: impl FnMut(ParseNestedMeta<'_>) -> Result<()>) -> Result<()> {
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("lydian")) {
        attribute.parse_nested_meta(&mut found)?;
    }
    Ok(())
}
