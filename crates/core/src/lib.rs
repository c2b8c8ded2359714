//! The Core language: types, expressions, values, builtins; knows no surface syntax, no solver and no file.
