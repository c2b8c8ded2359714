//! What properties note while they run, for reports. The numbers are those that the modules `Lydian` and `QCheck_lydian` of
//! the OCaml library give to `note`; other front ends note under numbers of their own.

/// What a note of a property is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Noted {
    /// A class that the input belongs to.
    Label = 1,
    /// How often a class must occur, and whether the input belongs to it.
    Demand = 2,
    /// The two sides of a comparison that fails.
    Sides = 3,
    /// A value for which an existential holds.
    Witness = 4,
    /// The input that a generator made of what was drawn.
    Made = 5,
    /// The input is none of those that its generator gives.
    Outside = 6,
}

impl Noted {
    const ALL: [Noted; 6] =
        [Noted::Label, Noted::Demand, Noted::Sides, Noted::Witness, Noted::Made, Noted::Outside];

    /// The kind of note with this number.
    ///
    /// ```
    /// use lydian_eval::Noted;
    /// assert_eq!(Noted::of(3), Some(Noted::Sides));
    /// assert_eq!(Noted::of(7), None);
    /// ```
    pub fn of(number: i64) -> Option<Noted> {
        Noted::ALL.into_iter().find(|kind| *kind as i64 == number)
    }

    /// Whether it tells about the input as a whole: where a part of a property counts for nothing, this does not either.
    pub(crate) fn is_about_input(self) -> bool {
        matches!(self, Noted::Label | Noted::Demand | Noted::Witness)
    }
}
