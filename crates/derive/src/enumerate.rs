//! `#[derive(Enumerate)]`: a union of the constructors, each the image of the pairs of its fields.
//! Least sizes are not computed here: `lydian` settles them for all types together when it counts.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::spanned::Spanned;
use syn::{
    Data, DeriveInput, Error, Fields, GenericParam, Generics, Result, Type, TypeParamBound, parse_quote,
};

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

/// One constructor.
struct Alternative {
    /// Its node.
    node: TokenStream,
    /// The expression that makes its value where a walk stands, if the walks of all fields are those of their types.
    build: Option<TokenStream>,
}

/// The most fields of a constructor that lends them; a type that holds more of them would be too deep for the compiler.
const MOST_LENT: usize = 24;

fn implementation(input: &DeriveInput, alternatives: &[Alternative]) -> TokenStream {
    let name = &input.ident;
    let generics = bounded(&input.generics);
    let (parameters, arguments, conditions) = generics.split_for_impl();
    let domains = constructors(alternatives);
    let built: Option<Vec<&TokenStream>> =
        alternatives.iter().map(|alternative| alternative.build.as_ref()).collect();
    let build = built.filter(|built| !built.is_empty()).map(|built| {
        let numbers = 0..built.len() as u32;
        quote! {
            fn __build(size: usize, spot: &::lydian::fields::Spot) -> Self {
                match ::lydian::fields::number(spot) {
                    #(#numbers => #built,)*
                    _ => ::core::unreachable!("a walk stands at a constructor"),
                }
            }
        }
    });
    quote! {
        #[automatically_derived]
        impl #parameters ::lydian::Enumerate for #name #arguments #conditions {
            fn domain() -> ::lydian::Domain<Self> {
                ::lydian::Domain::of_constructors(#domains)
            }

            #build
        }
    }
}

/// The most constructors that are found without a call; the type of more of them would be too deep for the compiler.
const MOST_STATIC: usize = 16;

/// All constructors together.
fn constructors(alternatives: &[Alternative]) -> TokenStream {
    let nodes = alternatives.iter().map(|alternative| &alternative.node);
    if alternatives.len() > MOST_STATIC {
        return quote!([#(::lydian::Domain::of_node(#nodes)),*].to_vec());
    }
    nodes
        .rev()
        .fold(quote!(::lydian::fields::NoMore), |rest, node| quote!(::lydian::fields::or(#node, #rest)))
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

/// What is made of one constructor.
fn alternative(path: &TokenStream, fields: &Fields, weight: usize) -> Result<Alternative> {
    let mut domains = Vec::new();
    let mut names: Vec<Ident> = Vec::new();
    let mut types = Vec::new();
    let mut values = Vec::new();
    let mut places = Vec::new();
    let mut is_whole = true;
    for (place, field) in fields.iter().enumerate() {
        let attributes = Field::read(&field.attrs)?;
        is_whole &= attributes.is_whole_type();
        let (value, place) = match attributes.domain(&field.ty) {
            Some(domain) => {
                let name = format_ident!("field_{place}");
                domains.push(domain);
                names.push(name.clone());
                types.push(&field.ty);
                (quote!(#name), quote!(#name))
            }
            // A constructor with such a field does not lend its fields: the place is not used.
            None => (quote!(::core::default::Default::default()), quote!(_)),
        };
        let label = field.ident.as_ref().map(|name| quote!(#name:));
        values.push(quote!(#label #value));
        places.push(quote!(#label #place));
    }
    let shape = |parts: &[TokenStream]| match fields {
        Fields::Named(_) => quote!(#path { #(#parts),* }),
        Fields::Unnamed(_) => quote!(#path(#(#parts),*)),
        Fields::Unit => quote!(#path),
    };
    let (made, lent) = (shape(&values), shape(&places));
    let pattern = pairs(&names);
    if domains.len() > MOST_LENT {
        let domain = domains.into_iter().rev().reduce(|rest, domain| quote!(#domain.and(#rest)));
        let fields = quote!(::lydian::fields::last(#domain));
        let node =
            quote!(::lydian::fields::constructor(#weight, #fields, |#pattern| #made, |_: &mut Self| None));
        return Ok(Alternative { node, build: None });
    }
    let fields = product(&domains);
    // A field that is skipped may hold what was computed from the others: it must not outlive them.
    let lend = match names.len() == values.len() {
        false => quote!(|_: &mut Self| ::core::option::Option::None),
        true => quote! {
            |value: &mut Self| match value {
                #lent => ::core::option::Option::Some(#pattern),
                #[allow(unreachable_patterns, reason = "a type with one constructor has no other value")]
                _ => ::core::option::Option::None,
            }
        },
    };
    let node = quote!(::lydian::fields::constructor(#weight, #fields, |#pattern| #made, #lend));
    let built = built(&names, &types, weight);
    let build = is_whole.then(|| quote!({ #built #made }));
    Ok(Alternative { node, build })
}

/// The domains of all fields.
fn product(domains: &[TokenStream]) -> TokenStream {
    match domains {
        [] => quote!(::lydian::fields::none()),
        [domain] => quote!(::lydian::fields::only(#domain)),
        [first @ .., last] => first.iter().rev().fold(
            quote!(::lydian::fields::last(#last)),
            |rest, domain| quote!(::lydian::fields::both(#domain, #rest)),
        ),
    }
}

/// Names as pairs of pairs.
fn pairs(names: &[Ident]) -> TokenStream {
    match names {
        [] => quote!(()),
        [first @ .., last] => first.iter().rev().fold(quote!(#last), |rest, name| quote!((#name, #rest))),
    }
}

/// Makes the fields where a walk stands, one after the other.
fn built(names: &[Ident], types: &[&Type], weight: usize) -> TokenStream {
    match (names, types) {
        ([name], [only]) => {
            quote!(let #name = ::lydian::fields::single::<#only>(size - #weight, spot);)
        }
        ([first @ .., name], [first_types @ .., last]) => quote! {
            let size = size - #weight;
            #(let (#first, size, spot) = ::lydian::fields::first::<#first_types>(size, spot);)*
            let #name = <#last as ::lydian::Enumerate>::__build(size, spot);
        },
        _ => quote!(),
    }
}
