//! A thin binding of the functions of Z3's C interface that we use, with signatures that have not changed from 4.8 to 5.
//! Nothing here is safe on its own: who calls keeps handles with the context they came from.

use std::ffi::{c_char, c_int, c_uint, c_void};

use libloading::Library;

macro_rules! handles {
    ($($name:ident),*) => {
        $(
            #[derive(Clone, Copy, Debug, PartialEq, Eq)]
            #[repr(transparent)]
            pub(super) struct $name(pub(super) *mut c_void);
        )*
    };
}

macro_rules! checked_handles {
    ($($name:ident),*) => {
        handles!($($name),*);
        $(
            impl $name {
                /// Whether Z3 failed to make it.
                pub(super) fn is_null(self) -> bool {
                    self.0.is_null()
                }
            }
        )*
    };
}

handles!(Config, Symbol, Sort, FuncDecl, Params);
checked_handles!(Context, Ast, AstVector, SolverHandle, ModelHandle);

/// Called by Z3 where it would otherwise abort the process.
pub(super) type ErrorHandler = unsafe extern "C" fn(Context, c_int);

macro_rules! functions {
    (
        required { $(fn $name:ident($($argument:ty),*) $(-> $result:ty)?;)* }
        optional { $(fn $extra:ident($($extra_argument:ty),*) $(-> $extra_result:ty)?;)* }
    ) => {
        /// The functions of an opened library.
        pub(super) struct Api {
            $(pub(super) $name: unsafe extern "C" fn($($argument),*) $(-> $result)?,)*
            $(pub(super) $extra: Option<unsafe extern "C" fn($($extra_argument),*) $(-> $extra_result)?>,)*
            /// Keeps the code of all these functions in memory.
            _library: Library,
        }

        impl Api {
            /// Looks up all functions.
            ///
            /// # Safety
            /// The library must be a Z3 whose functions have the signatures given here.
            pub(super) unsafe fn bind(library: Library) -> Result<Api, String> {
                Ok(Api {
                    // Safety: the caller says that the signatures are these.
                    $($name: *unsafe { library.get(concat!("Z3_", stringify!($name)).as_bytes()) }
                        .map_err(|error| error.to_string())?,)*
                    // Safety: as above.
                    $($extra: unsafe { library.get(concat!("Z3_", stringify!($extra)).as_bytes()) }
                        .ok().map(|symbol| *symbol),)*
                    _library: library,
                })
            }
        }
    };
}

functions! {
    required {
        fn get_version(*mut c_uint, *mut c_uint, *mut c_uint, *mut c_uint);
        fn global_param_set(*const c_char, *const c_char);
        fn mk_config() -> Config;
        fn del_config(Config);
        fn mk_context_rc(Config) -> Context;
        fn del_context(Context);
        fn set_error_handler(Context, Option<ErrorHandler>);
        fn get_error_code(Context) -> c_int;
        fn get_error_msg(Context, c_int) -> *const c_char;
        fn inc_ref(Context, Ast);
        fn dec_ref(Context, Ast);

        fn mk_bool_sort(Context) -> Sort;
        fn mk_int_sort(Context) -> Sort;
        fn mk_string_sort(Context) -> Sort;
        fn mk_string_symbol(Context, *const c_char) -> Symbol;
        fn mk_const(Context, Symbol, Sort) -> Ast;
        fn mk_true(Context) -> Ast;
        fn mk_false(Context) -> Ast;
        fn mk_int64(Context, i64, Sort) -> Ast;
        fn mk_numeral(Context, *const c_char, Sort) -> Ast;
        fn mk_string(Context, *const c_char) -> Ast;
        fn mk_eq(Context, Ast, Ast) -> Ast;
        fn mk_not(Context, Ast) -> Ast;
        fn mk_and(Context, c_uint, *const Ast) -> Ast;
        fn mk_or(Context, c_uint, *const Ast) -> Ast;
        fn mk_ite(Context, Ast, Ast, Ast) -> Ast;
        fn mk_add(Context, c_uint, *const Ast) -> Ast;
        fn mk_mul(Context, c_uint, *const Ast) -> Ast;
        fn mk_unary_minus(Context, Ast) -> Ast;
        fn mk_div(Context, Ast, Ast) -> Ast;
        fn mk_mod(Context, Ast, Ast) -> Ast;
        fn mk_le(Context, Ast, Ast) -> Ast;
        fn mk_lt(Context, Ast, Ast) -> Ast;
        fn mk_ge(Context, Ast, Ast) -> Ast;
        fn mk_seq_concat(Context, c_uint, *const Ast) -> Ast;
        fn mk_seq_length(Context, Ast) -> Ast;
        fn mk_seq_at(Context, Ast, Ast) -> Ast;
        fn mk_seq_extract(Context, Ast, Ast, Ast) -> Ast;
        fn mk_seq_index(Context, Ast, Ast, Ast) -> Ast;
        fn mk_seq_contains(Context, Ast, Ast) -> Ast;
        fn mk_seq_prefix(Context, Ast, Ast) -> Ast;
        fn mk_seq_suffix(Context, Ast, Ast) -> Ast;
        fn mk_str_lt(Context, Ast, Ast) -> Ast;
        fn mk_re_sort(Context, Sort) -> Sort;
        fn mk_seq_to_re(Context, Ast) -> Ast;
        fn mk_seq_in_re(Context, Ast, Ast) -> Ast;
        fn mk_re_range(Context, Ast, Ast) -> Ast;
        fn mk_re_union(Context, c_uint, *const Ast) -> Ast;
        fn mk_re_concat(Context, c_uint, *const Ast) -> Ast;
        fn mk_re_star(Context, Ast) -> Ast;
        fn mk_re_plus(Context, Ast) -> Ast;
        fn mk_re_option(Context, Ast) -> Ast;
        fn mk_re_loop(Context, Ast, c_uint, c_uint) -> Ast;
        fn mk_re_empty(Context, Sort) -> Ast;
        fn mk_int_to_str(Context, Ast) -> Ast;
        fn mk_str_to_int(Context, Ast) -> Ast;
        fn mk_app(Context, FuncDecl, c_uint, *const Ast) -> Ast;

        fn parse_smtlib2_string(
            Context, *const c_char, c_uint, *const Symbol, *const Sort, c_uint, *const Symbol, *const FuncDecl
        ) -> AstVector;
        fn ast_vector_inc_ref(Context, AstVector);
        fn ast_vector_dec_ref(Context, AstVector);
        fn ast_vector_size(Context, AstVector) -> c_uint;
        fn ast_vector_get(Context, AstVector, c_uint) -> Ast;
        fn get_app_decl(Context, Ast) -> FuncDecl;
        fn get_app_num_args(Context, Ast) -> c_uint;
        fn get_app_arg(Context, Ast, c_uint) -> Ast;
        fn func_decl_to_ast(Context, FuncDecl) -> Ast;

        fn mk_params(Context) -> Params;
        fn params_inc_ref(Context, Params);
        fn params_dec_ref(Context, Params);
        fn params_set_bool(Context, Params, Symbol, bool);
        fn params_set_uint(Context, Params, Symbol, c_uint);
        fn mk_simple_solver(Context) -> SolverHandle;
        fn mk_solver(Context) -> SolverHandle;
        fn solver_inc_ref(Context, SolverHandle);
        fn solver_dec_ref(Context, SolverHandle);
        fn solver_set_params(Context, SolverHandle, Params);
        fn solver_push(Context, SolverHandle);
        fn solver_pop(Context, SolverHandle, c_uint);
        fn solver_assert(Context, SolverHandle, Ast);
        fn solver_check(Context, SolverHandle) -> c_int;
        fn interrupt(Context);
        fn solver_get_reason_unknown(Context, SolverHandle) -> *const c_char;
        fn solver_get_model(Context, SolverHandle) -> ModelHandle;
        fn model_inc_ref(Context, ModelHandle);
        fn model_dec_ref(Context, ModelHandle);
        fn model_eval(Context, ModelHandle, Ast, bool, *mut Ast) -> bool;
        fn get_bool_value(Context, Ast) -> c_int;
        fn get_numeral_string(Context, Ast) -> *const c_char;
        fn get_numeral_int64(Context, Ast, *mut i64) -> bool;
        fn is_string(Context, Ast) -> bool;
        fn get_lstring(Context, Ast, *mut c_uint) -> *const c_char;
    }
    optional {
        fn get_string_length(Context, Ast) -> c_uint;
        fn get_string_contents(Context, Ast, c_uint, *mut c_uint);
    }
}
