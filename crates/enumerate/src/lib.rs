//! Size-ordered, indexed enumeration of the values of a type, with exact counts.
