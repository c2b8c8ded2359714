//! Writes regular expressions so that they can be read back.

use std::fmt::{self, Display, Formatter};

use super::{ByteSet, Regex, RegexPart};

impl Display for Regex {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write_part(&self.root, f)
    }
}

fn write_part(part: &RegexPart, f: &mut Formatter<'_>) -> fmt::Result {
    match part {
        RegexPart::Empty => Ok(()),
        RegexPart::Byte(set) => write_set(set, f),
        RegexPart::Sequence(parts) => parts.iter().try_for_each(|part| match part {
            RegexPart::Choice(_) | RegexPart::Empty => write_group(part, f),
            _ => write_part(part, f),
        }),
        RegexPart::Choice(parts) => parts.iter().enumerate().try_for_each(|(place, part)| {
            f.write_str(if place == 0 { "" } else { "|" })?;
            match part {
                RegexPart::Choice(_) => write_group(part, f),
                _ => write_part(part, f),
            }
        }),
        RegexPart::Repeat(part, least, most) => {
            match &**part {
                RegexPart::Byte(_) => write_part(part, f)?,
                _ => write_group(part, f)?,
            }
            match (least, most) {
                (0, None) => f.write_str("*"),
                (1, None) => f.write_str("+"),
                (0, Some(1)) => f.write_str("?"),
                (least, None) => write!(f, "{{{least},}}"),
                (least, Some(most)) if least == most => write!(f, "{{{least}}}"),
                (least, Some(most)) => write!(f, "{{{least},{most}}}"),
            }
        }
    }
}

fn write_group(part: &RegexPart, f: &mut Formatter<'_>) -> fmt::Result {
    f.write_str("(")?;
    write_part(part, f)?;
    f.write_str(")")
}

fn write_set(set: &ByteSet, f: &mut Formatter<'_>) -> fmt::Result {
    let (ranges, others) = (set.ranges(), set.complement().ranges());
    if let [(byte, last)] = ranges[..]
        && byte == last
    {
        return write_byte(byte, f);
    }
    if others == [(b'\n', b'\n')] {
        return f.write_str(".");
    }
    // The shorter of the two spellings; the set of nothing is all but everything.
    let negated = ranges.is_empty() || (!others.is_empty() && others.len() < ranges.len());
    f.write_str(if negated { "[^" } else { "[" })?;
    for (from, to) in if negated { others } else { ranges } {
        write_byte(from, f)?;
        if from < to {
            f.write_str("-")?;
            write_byte(to, f)?;
        }
    }
    f.write_str("]")
}

fn write_byte(byte: u8, f: &mut Formatter<'_>) -> fmt::Result {
    match byte {
        b'\n' => f.write_str("\\n"),
        b'\t' => f.write_str("\\t"),
        b'\r' => f.write_str("\\r"),
        b' ' => f.write_str(" "),
        byte if byte.is_ascii_alphanumeric() => write!(f, "{}", char::from(byte)),
        byte if byte.is_ascii_graphic() => write!(f, "\\{}", char::from(byte)),
        byte => write!(f, "\\x{byte:02x}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_written_expression_reads_back_as_itself() {
        for text in [
            "",
            "a|b|",
            "(a|b)c*",
            "(ab)+|(c|d)?e{2}f{1,3}g{4,}",
            "[a-z_]x[^0-9]",
            "\\d\\W\\s.",
            "[^\\x00-\\xff]",
            "[\\x00-\\xff]",
            "()*|(a|(b|c))",
            "é\\x00\\{\\n",
            "((a*)*)*",
        ] {
            let regex = Regex::parse(text).unwrap();
            let written = regex.to_string();
            let again = Regex::parse(&written).unwrap_or_else(|error| panic!("{text}: {written}: {error:?}"));
            assert_eq!(again.to_string(), written, "{text}");
            assert_eq!(again.shortest_members(20), regex.shortest_members(20), "{text}");
        }
    }

    #[test]
    fn common_expressions_are_written_as_people_write_them() {
        for text in ["a", "[a-z]+", "(a|b)*c", ".{2,3}", "[^a]?"] {
            assert_eq!(Regex::parse(text).unwrap().to_string(), text);
        }
    }
}
