//! Operations on strings in Z3's theory of sequences.

use lydian_term::{Int, Interval, Node, TermId};

use super::{Build, Result};
use crate::z3::api::{Ast, Context, FuncDecl};
use crate::z3::session::failure;

impl Build<'_> {
    pub(super) fn string_node(&mut self, node: &Node) -> Result<Ast> {
        let api = self.api;
        match node {
            Node::StrLt(a, b) => self.on_two(*a, *b, api.mk_str_lt),
            Node::Concat(parts) => {
                let parts = self.children(parts)?;
                self.many(api.mk_seq_concat, &parts)
            }
            Node::Len(a) => {
                let a = self.child(*a)?;
                self.unary(api.mk_seq_length, a)
            }
            Node::CodeAt(a, position) => {
                let character = self.on_two(*a, *position, api.mk_seq_at)?;
                let to_code = self.code_function()?;
                self.apply(to_code, character)
            }
            Node::Substr(a, b, c) => self.on_three(*a, *b, *c, api.mk_seq_extract),
            Node::IndexOf(a, b, c) => self.on_three(*a, *b, *c, api.mk_seq_index),
            Node::Contains(a, b) => self.on_two(*a, *b, api.mk_seq_contains),
            Node::PrefixOf(a, b) => self.on_two(*a, *b, api.mk_seq_prefix),
            Node::SuffixOf(a, b) => self.on_two(*a, *b, api.mk_seq_suffix),
            Node::FromCode(code) => self.character(*code),
            Node::FromInt(number) => self.decimal(*number),
            Node::ToInt(a) => {
                let a = self.child(*a)?;
                self.unary(api.mk_str_to_int, a)
            }
            Node::InRegex(a, regex) => {
                let language = self.language(self.terms.view_regex(*regex).root())?;
                let a = self.child(*a)?;
                self.binary(api.mk_seq_in_re, a, language)
            }
            _ => Err("a term that is no string operation was taken for one".into()),
        }
    }

    fn on_three(
        &mut self,
        a: TermId,
        b: TermId,
        c: TermId,
        make: unsafe extern "C" fn(Context, Ast, Ast, Ast) -> Ast,
    ) -> Result<Ast> {
        let (a, b, c) = (self.child(a)?, self.child(b)?, self.child(c)?);
        // Safety: all formulas are valid and of this context.
        let ast = unsafe { make(self.context, a, b, c) };
        self.keep(ast)
    }

    fn character(&mut self, code: TermId) -> Result<Ast> {
        let from_code = self.character_function()?;
        let term = self.child(code)?;
        let character = self.apply(from_code, term)?;
        if self.terms.interval(code).is_within(&Interval::new(0, 255)) {
            return Ok(character);
        }
        let (zero, last, empty) = (self.number(&Int::ZERO)?, self.number(&Int::from(255))?, self.text(b"")?);
        let (above, below) = (self.le(zero, term)?, self.le(term, last)?);
        let valid = self.many(self.api.mk_and, &[above, below])?;
        self.ite(valid, character, empty)
    }

    /// Z3 writes only numbers that are not negative.
    fn decimal(&mut self, number: TermId) -> Result<Ast> {
        let term = self.child(number)?;
        let plain = self.unary(self.api.mk_int_to_str, term)?;
        if self.terms.interval(number).is_nonnegative() {
            return Ok(plain);
        }
        let opposite = self.neg(term)?;
        let (digits, minus) = (self.unary(self.api.mk_int_to_str, opposite)?, self.text(b"-")?);
        let negative = self.many(self.api.mk_seq_concat, &[minus, digits])?;
        let zero = self.number(&Int::ZERO)?;
        let nonnegative = self.binary(self.api.mk_ge, term, zero)?;
        self.ite(nonnegative, plain, negative)
    }

    fn apply(&mut self, function: FuncDecl, argument: Ast) -> Result<Ast> {
        // Safety: function and argument belong to the context.
        let ast = unsafe { (self.api.mk_app)(self.context, function, 1, &argument) };
        self.keep(ast)
    }

    fn code_function(&mut self) -> Result<FuncDecl> {
        if self.encoder.to_code.is_none() {
            let script = c"(declare-const s String)(assert (= (str.to_code s) 7))";
            self.encoder.to_code = Some(self.function_in(script)?);
        }
        self.encoder.to_code.ok_or_else(|| "Z3 has no str.to_code".into())
    }

    fn character_function(&mut self) -> Result<FuncDecl> {
        if self.encoder.from_code.is_none() {
            let script = c"(declare-const i Int)(assert (= (str.from_code i) \"a\"))";
            self.encoder.from_code = Some(self.function_in(script)?);
        }
        self.encoder.from_code.ok_or_else(|| "Z3 has no str.from_code".into())
    }

    /// Older versions know these functions but offer no constructor for them, so they are taken out of a parsed
    /// equation: the side that has one argument.
    fn function_in(&self, script: &std::ffi::CStr) -> Result<FuncDecl> {
        let (api, context) = (self.api, self.context);
        let none = std::ptr::null::<std::ffi::c_void>();
        // Safety: the vector is referenced while it is read, the declaration is referenced for the life of the context.
        unsafe {
            let vector = (api.parse_smtlib2_string)(
                context,
                script.as_ptr(),
                0,
                none.cast(),
                none.cast(),
                0,
                none.cast(),
                none.cast(),
            );
            if vector.is_null() {
                return Err(failure(api, context, "Z3 could not read a declaration"));
            }
            (api.ast_vector_inc_ref)(context, vector);
            let mut found = None;
            if (api.ast_vector_size)(context, vector) == 1 {
                let equation = (api.ast_vector_get)(context, vector, 0);
                for side in 0..(api.get_app_num_args)(context, equation) {
                    let side = (api.get_app_arg)(context, equation, side);
                    if (api.get_app_num_args)(context, side) == 1 {
                        let declaration = (api.get_app_decl)(context, side);
                        (api.inc_ref)(context, (api.func_decl_to_ast)(context, declaration));
                        found = Some(declaration);
                    }
                }
            }
            (api.ast_vector_dec_ref)(context, vector);
            found.ok_or_else(|| failure(api, context, "Z3 lacks a function on characters"))
        }
    }
}
