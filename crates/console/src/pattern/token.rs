//! What makes a number in the output a number of its own.
//! In: the bytes one by one, and who consumed each: a wildcard, or a fixed part of an output. Out: whether a number may
//! begin or may have ended here. Nothing looks ahead, so that a prefix of the output is judged without the rest.

/// What stands before a place in the output, as far as a number that begins there must know.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Context {
    /// The beginning of the output, or a byte that no number minds.
    Free,
    /// An ASCII letter; a minus after it is a hyphen.
    Letter,
    /// A digit.
    Digit,
    /// A minus that belongs to the number after it.
    Sign,
    /// A point with which the places of a number begin: after a digit (`3.5`), or after none (`.5`).
    Point,
    /// A point after a letter or another point: the end of a word, or a leader (`Sum.....5`).
    Dots,
    /// A comma directly after a digit.
    Comma,
}

impl Context {
    /// The context after one more byte.
    pub(crate) fn after(self, byte: u8) -> Context {
        match byte {
            b'0'..=b'9' => Context::Digit,
            b'a'..=b'z' | b'A'..=b'Z' => Context::Letter,
            b'-' if !matches!(self, Context::Digit | Context::Letter) => Context::Sign,
            b'.' if matches!(self, Context::Letter | Context::Point | Context::Dots) => Context::Dots,
            b'.' => Context::Point,
            b',' if self == Context::Digit => Context::Comma,
            _ => Context::Free,
        }
    }

    /// Whether a number that begins here is not the rest of a longer one. One with a sign is not the places of another.
    pub(crate) fn lets_a_number_begin(self, sign: bool) -> bool {
        match self {
            Context::Free | Context::Letter | Context::Dots => true,
            Context::Point | Context::Comma => sign,
            Context::Digit | Context::Sign => false,
        }
    }
}

/// Who consumes a byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Consumer {
    /// A wildcard.
    Wild,
    /// A text or a number of the output that is being matched.
    Fixed,
}

/// How a thread of the match hangs together with the byte before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Link {
    /// That byte is a fixed part of this output.
    Own,
    /// That byte belongs to a wildcard or to an earlier output, or there is none.
    Foreign,
    /// A number of this output has just ended.
    Ended,
    /// A number of an earlier output has just ended.
    EndedForeign,
    /// After a number stands a point or comma, which is a fixed part of this output but not of the number's.
    PointOwn,
    /// After a number stands a point or comma, of a wildcard or of an earlier output.
    PointForeign,
}

/// How many links there are.
pub(crate) const LINKS: usize = 6;

impl Link {
    /// The link after `consumer` took `byte`, or nothing if a number would go on in it.
    pub(crate) fn consume(self, byte: u8, consumer: Consumer) -> Option<Link> {
        let number_ended = match self {
            Link::Own | Link::Foreign => false,
            Link::Ended => consumer == Consumer::Wild,
            Link::EndedForeign => true,
            Link::PointOwn | Link::PointForeign => {
                if byte.is_ascii_digit() {
                    return None;
                }
                false
            }
        };
        if number_ended && byte.is_ascii_digit() {
            return None;
        }
        let at_point = number_ended && matches!(byte, b'.' | b',');
        Some(match (consumer, at_point) {
            (Consumer::Fixed, false) => Link::Own,
            (Consumer::Fixed, true) => Link::PointOwn,
            (Consumer::Wild, false) => Link::Foreign,
            (Consumer::Wild, true) => Link::PointForeign,
        })
    }

    /// The same place, seen from the next output.
    pub(crate) fn cross(self) -> Link {
        match self {
            Link::Own | Link::Foreign => Link::Foreign,
            Link::Ended | Link::EndedForeign => Link::EndedForeign,
            Link::PointOwn | Link::PointForeign => Link::PointForeign,
        }
    }

    /// The link of a number that begins here after this context, or nothing if none may. After a comma it may where the
    /// comma comes after another number of the output: `3,4` is two numbers if both are asked for, and no `3` alone.
    pub(crate) fn begin_number(self, context: Context, sign: bool) -> Option<Link> {
        match self {
            Link::Own | Link::Ended => Some(Link::Own),
            Link::PointOwn if context != Context::Comma => Some(Link::PointOwn),
            Link::PointOwn => Some(Link::Own),
            Link::PointForeign if context == Context::Comma => Some(Link::Own),
            Link::Foreign | Link::EndedForeign | Link::PointForeign => {
                context.lets_a_number_begin(sign).then_some(Link::Own)
            }
        }
    }
}

/// Whether a byte is blank: a space, a tab, a line break or another control character of ASCII.
pub(crate) fn is_blank(byte: u8) -> bool {
    byte <= b' ' || byte == 0x7f
}
