//! The files of one specification: places in the tree become spans that diagnostics can show.

use std::sync::Arc;

use lydian_diagnostic::{Source, Span};

use crate::syntax::ast::At;

/// All files that were read, in the order of reading.
#[derive(Debug, Clone, Default)]
pub struct Files {
    sources: Vec<Arc<Source>>,
    /// Files from this one on belong to the user; those before are the library.
    library: usize,
}

impl Files {
    /// Adds a file and gives its number.
    pub fn add(&mut self, source: &Arc<Source>) -> u32 {
        self.sources.push(source.clone());
        self.sources.len() as u32 - 1
    }

    /// Says that all files so far are the library.
    pub fn end_library(&mut self) {
        self.library = self.sources.len();
    }

    /// Whether a place is in the user's own files.
    pub fn is_written(&self, at: At) -> bool {
        at.file as usize >= self.library
    }

    /// The user's own files, in the order of reading.
    pub fn written(&self) -> &[Arc<Source>] {
        &self.sources[self.library.min(self.sources.len())..]
    }

    /// The file of a place.
    pub fn source(&self, at: At) -> &Arc<Source> {
        &self.sources[at.file as usize]
    }

    /// The span of a place.
    pub fn span(&self, at: At) -> Span {
        Span::new(self.source(at), at.start as usize..at.end as usize)
    }
}
