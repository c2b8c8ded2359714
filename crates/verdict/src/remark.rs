//! What is true of an implementation but beside the point of its verdict.
//! A difference only where integers overflow, a prompt that comes late, debugging output, an exit code: shown and counted,
//! but no refutation, unless the user asks for it with the option that the remark names.

/// One thing that is said beside a verdict.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remark {
    /// What it is about, in kebab-case, for programs: `overflow`, `late-prompt`.
    pub kind: &'static str,
    /// For people; may have several lines.
    pub text: String,
    /// The option that makes it a refutation, if there is one: `--integers machine`.
    pub option: Option<&'static str>,
}

impl Remark {
    /// A remark that no option makes a refutation.
    pub fn new(kind: &'static str, text: impl Into<String>) -> Remark {
        Remark { kind, text: text.into(), option: None }
    }

    /// The same with the option that makes it a refutation.
    #[must_use]
    pub fn counted_by(mut self, option: &'static str) -> Remark {
        self.option = Some(option);
        self
    }
}
