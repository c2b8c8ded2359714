//! Hash-consed symbolic terms, their simplifier and their SMT-LIB form; knows no solver.
