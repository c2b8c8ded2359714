//! The door for state machines given as functions: models, their own properties, and conformance of systems to them.
