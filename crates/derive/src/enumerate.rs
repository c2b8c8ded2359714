//! `#[derive(Enumerate)]`: a union of the constructors, each the image of the pairs of its fields.
//! Least sizes are not computed here: `lydian` settles them for all types together when it counts.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Error, Fields, GenericParam, Generics, Result, TypeParamBound, parse_quote};

use crate::attributes::{Constructor, Field};

/// The implementation for an item.
pub fn derive(input: &DeriveInput) -> Result<TokenStream> {
    if let Some(lifetime) = input.generics.lifetimes().next() {
        let message = "`Enumerate` makes values from nothing, so they cannot borrow: use owned types instead";
        return Err(Error::new(lifetime.span(), message));
    }
    let alternatives = match &input.data {
        Data::Struct(data) => {
            let constructor = Constructor::read(&input.attrs)?;
            if constructor.skip {
                return Err(Error::new(input.ident.span(), "a struct cannot be skipped"));
            }
            vec![alternative(&quote!(Self), &data.fields, constructor.weight)?]
        }
        Data::Enum(data) => {
            if let Some(attribute) = input.attrs.iter().find(|attribute| attribute.path().is_ident("lydian"))
            {
                return Err(Error::new(attribute.span(), "on an enum, attributes belong on its variants"));
            }
            let mut alternatives = Vec::new();
            for variant in &data.variants {
                let constructor = Constructor::read(&variant.attrs)?;
                if !constructor.skip {
                    let name = &variant.ident;
                    let path = quote!(Self::#name);
                    alternatives.push(alternative(&path, &variant.fields, constructor.weight)?);
                }
            }
            if alternatives.is_empty() && !data.variants.is_empty() {
                return Err(Error::new(
                    input.ident.span(),
                    "all variants are skipped: there is no value to make",
                ));
            }
            alternatives
        }
        Data::Union(data) => {
            return Err(Error::new(data.union_token.span(), "`Enumerate` cannot be derived for unions"));
        }
    };
    Ok(implementation(input, &alternatives))
}

fn implementation(input: &DeriveInput, alternatives: &[TokenStream]) -> TokenStream {
    let name = &input.ident;
    let generics = bounded(&input.generics);
    let (parameters, arguments, conditions) = generics.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #parameters ::lydian::Enumerate for #name #arguments #conditions {
            fn domain() -> ::lydian::Domain<Self> {
                ::lydian::Domain::union([#(#alternatives),*])
            }
        }
    }
}

/// The generics, with every type parameter enumerable.
fn bounded(generics: &Generics) -> Generics {
    let mut generics = generics.clone();
    let bound: TypeParamBound = parse_quote!(::lydian::Enumerate);
    for parameter in &mut generics.params {
        if let GenericParam::Type(parameter) = parameter {
            parameter.bounds.push(bound.clone());
        }
    }
    generics
}

/// The domain of one constructor.
fn alternative(path: &TokenStream, fields: &Fields, weight: usize) -> Result<TokenStream> {
    let mut domains = Vec::new();
    let mut names: Vec<Ident> = Vec::new();
    let mut values = Vec::new();
    for (place, field) in fields.iter().enumerate() {
        let attributes = Field::read(&field.attrs)?;
        let value = match attributes.domain(&field.ty) {
            Some(domain) => {
                let name = format_ident!("field_{place}");
                domains.push(domain);
                names.push(name.clone());
                quote!(#name)
            }
            None => quote!(::core::default::Default::default()),
        };
        values.push(match &field.ident {
            Some(name) => quote!(#name: #value),
            None => value,
        });
    }
    let made = match fields {
        Fields::Named(_) => quote!(#path { #(#values),* }),
        Fields::Unnamed(_) => quote!(#path(#(#values),*)),
        Fields::Unit => quote!(#path),
    };
    let (domain, pattern) = product(&domains, &names);
    Ok(quote!(#domain.construct(#weight, |#pattern| #made)))
}

/// The domain of all fields together, as pairs of pairs, and the pattern that takes such a value apart.
fn product(domains: &[TokenStream], names: &[Ident]) -> (TokenStream, TokenStream) {
    match (domains, names) {
        ([domain, more @ ..], [name, names @ ..]) if !more.is_empty() => {
            let (rest, pattern) = product(more, names);
            (quote!(#domain.and(#rest)), quote!((#name, #pattern)))
        }
        ([domain], [name]) => (quote!(#domain), quote!(#name)),
        _ => (quote!(::lydian::Domain::unit()), quote!(())),
    }
}
