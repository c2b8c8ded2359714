//! Finds the smallest input on which a submission differs from its reference.
