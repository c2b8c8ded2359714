//! `#[property]`: a function becomes a test that checks it.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::parse::Parser;
use syn::spanned::Spanned;
use syn::{Error, Expr, FnArg, ItemFn, Path, Result, Type};

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
    let mut arguments = Vec::new();
    for (place, argument) in function.sig.inputs.iter_mut().enumerate() {
        let FnArg::Typed(argument) = argument else {
            return Err(Error::new(argument.span(), "a property is a function, not a method"));
        };
        let field = Field::read(&argument.attrs)?;
        argument.attrs.retain(|attribute| !attribute.path().is_ident("lydian"));
        let (kind, is_lent) = lent(&argument.ty)?;
        let Some(domain) = field.domain(kind) else {
            return Err(Error::new(argument.span(), "an argument of a property cannot be skipped"));
        };
        let name = format_ident!("argument_{place}");
        arguments.push(Argument { name, domain, kind: kind.clone(), is_lent, span: argument.span() });
    }
    if let (Some(whole), true) = (
        arguments.iter().find(|argument| !argument.is_lent),
        arguments.iter().any(|argument| argument.is_lent),
    ) {
        let message = "either all arguments of a property are references, or none is";
        return Err(Error::new(whole.span, message));
    }
    Ok(test(function, &settings, &arguments))
}

/// An argument of a property.
struct Argument {
    name: proc_macro2::Ident,
    domain: TokenStream,
    /// Its type; if it is a reference, the type behind it.
    kind: Type,
    is_lent: bool,
    span: proc_macro2::Span,
}

/// The type whose values an argument stands for, and whether it is a reference to them.
fn lent(kind: &Type) -> Result<(&Type, bool)> {
    let Type::Reference(reference) = kind else { return Ok((kind, false)) };
    if let Some(mutable) = &reference.mutability {
        return Err(Error::new(mutable.span(), "a property does not change what it is lent: take the value"));
    }
    let is_part = match &*reference.elem {
        Type::Slice(_) => true,
        Type::Path(path) => path.path.is_ident("str"),
        _ => false,
    };
    match is_part {
        true => {
            Err(Error::new(kind.span(), "a property is lent whole values: take a `&String` or a `&Vec<_>`"))
        }
        false => Ok((&reference.elem, true)),
    }
}

fn test(mut function: ItemFn, settings: &Settings, arguments: &[Argument]) -> TokenStream {
    let names: Vec<_> = arguments.iter().map(|argument| &argument.name).collect();
    let domains = arguments.iter().map(|argument| &argument.domain);
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
    let kinds = arguments.iter().map(|argument| &argument.kind);
    let is_lent = arguments.iter().any(|argument| argument.is_lent);
    let closure = match is_lent {
        true => quote!(::lydian::by_ref(|#(#names: &#kinds),*| #body)),
        false => quote!(|#(#names),*| #body),
    };
    let allowed = is_lent.then(|| {
        quote!(#[allow(
            clippy::ptr_arg,
            clippy::trivially_copy_pass_by_ref,
            reason = "what is lent is what is enumerated, even if a slice would do for the function"
        )])
    });
    let arguments = quote!((#(#domains,)*));
    let run = match &settings.jobs {
        None => quote!(#check.assert_over(#arguments, #closure);),
        Some(jobs) => quote!(#check.assert_over_parallel(#jobs, #arguments, #closure);),
    };
    quote! {
        #[test]
        #(#attributes)*
        #visibility fn #name() {
            #allowed
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
