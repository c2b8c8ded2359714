//! The reader and the printer of specifications.
