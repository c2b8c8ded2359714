//! `#[property]`: a function becomes a test that checks it.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::parse::Parser;
use syn::spanned::Spanned;
use syn::{Error, Expr, FnArg, ItemFn, Path, Result};

use crate::attributes::Field;

/// The most arguments that a property has.
const MOST_ARGUMENTS: usize = 6;

/// What stands in the brackets of the attribute.
#[derive(Default)]
struct Settings {
    calls: Vec<TokenStream>,
    jobs: Option<Expr>,
    executor: Option<Path>,
}

/// The test.
pub fn expand(arguments: TokenStream, mut function: ItemFn) -> Result<TokenStream> {
    let settings = settings(arguments)?;
    if !function.sig.generics.params.is_empty() {
        let message = "a property is checked at one type: replace the parameters by types such as `bool`";
        return Err(Error::new(function.sig.generics.span(), message));
    }
    if function.sig.inputs.is_empty() {
        return Err(Error::new(
            function.sig.ident.span(),
            "a property has arguments; this is a plain `#[test]`",
        ));
    }
    if function.sig.inputs.len() > MOST_ARGUMENTS {
        let message = format!("a property has at most {MOST_ARGUMENTS} arguments; put some into a tuple");
        return Err(Error::new(function.sig.inputs.span(), message));
    }
    if settings.executor.is_some() && function.sig.asyncness.is_none() {
        return Err(Error::new(function.sig.ident.span(), "only an `async` property has an executor"));
    }
    let mut domains = Vec::new();
    let mut names = Vec::new();
    for (place, argument) in function.sig.inputs.iter_mut().enumerate() {
        let FnArg::Typed(argument) = argument else {
            return Err(Error::new(argument.span(), "a property is a function, not a method"));
        };
        let field = Field::read(&argument.attrs)?;
        argument.attrs.retain(|attribute| !attribute.path().is_ident("lydian"));
        let Some(domain) = field.domain(&argument.ty) else {
            return Err(Error::new(argument.span(), "an argument of a property cannot be skipped"));
        };
        domains.push(domain);
        names.push(format_ident!("argument_{place}"));
    }
    Ok(test(function, &settings, &domains, &names))
}

fn test(
    mut function: ItemFn,
    settings: &Settings,
    domains: &[TokenStream],
    names: &[proc_macro2::Ident],
) -> TokenStream {
    let attributes = std::mem::take(&mut function.attrs);
    let visibility = std::mem::replace(&mut function.vis, syn::Visibility::Inherited);
    let name = &function.sig.ident;
    let call = quote!(#name(#(#names),*));
    let body = match (&function.sig.asyncness, &settings.executor) {
        (None, _) => call,
        (Some(_), None) => quote!(::lydian::block_on(#call)),
        (Some(_), Some(executor)) => quote!(#executor(#call)),
    };
    let calls = &settings.calls;
    let check = quote!(::lydian::Check::named(concat!(module_path!(), "::", stringify!(#name))) #(#calls)*);
    let arguments = quote!((#(#domains,)*));
    let closure = quote!(|#(#names),*| #body);
    let run = match &settings.jobs {
        None => quote!(#check.assert_over(#arguments, #closure);),
        Some(jobs) => quote!(#check.assert_over_parallel(#jobs, #arguments, #closure);),
    };
    quote! {
        #[test]
        #(#attributes)*
        #visibility fn #name() {
            #function
            #run
        }
    }
}

fn settings(arguments: TokenStream) -> Result<Settings> {
    let mut settings = Settings::default();
    let parser = syn::meta::parser(|meta| {
        if meta.path.is_ident("executor") {
            settings.executor = Some(meta.value()?.parse()?);
        } else if meta.path.is_ident("jobs") {
            settings.jobs = Some(meta.value()?.parse()?);
        } else if ["tests", "size", "seed", "rejections", "time"].iter().any(|name| meta.path.is_ident(name))
        {
            let name = meta.path.require_ident()?.clone();
            let value: Expr = meta.value()?.parse()?;
            settings.calls.push(quote!(.#name(#value)));
        } else {
            let known = "`tests`, `size`, `seed`, `rejections`, `time`, `jobs` and `executor`";
            return Err(meta.error(format!("unknown setting; there are {known}")));
        }
        Ok(())
    });
    parser.parse2(arguments)?;
    Ok(settings)
}
