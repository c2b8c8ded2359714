//! Satisfiability of terms through a chain of small solvers with Z3 last; the only crate that names Z3.
