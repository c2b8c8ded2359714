//! The SMT-LIB form of terms.
