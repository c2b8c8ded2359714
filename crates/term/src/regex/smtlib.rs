//! The SMT-LIB form of regular expressions.

use std::fmt::Write;

use super::{ByteSet, Regex, RegexPart};

impl Regex {
    /// Writes the expression as a term of sort `RegLan`.
    pub(crate) fn write_smtlib(&self, out: &mut String) {
        write_part(&self.root, out);
    }
}

fn write_part(part: &RegexPart, out: &mut String) {
    match part {
        RegexPart::Empty => out.push_str("(str.to_re \"\")"),
        RegexPart::Byte(set) => write_set(set, out),
        RegexPart::Sequence(parts) => apply("re.++", parts, out),
        RegexPart::Choice(parts) => apply("re.union", parts, out),
        RegexPart::Repeat(part, least, most) => match (least, most) {
            (0, None) => apply("re.*", std::slice::from_ref(&**part), out),
            (1, None) => apply("re.+", std::slice::from_ref(&**part), out),
            (0, Some(1)) => apply("re.opt", std::slice::from_ref(&**part), out),
            (_, Some(0)) => out.push_str("(str.to_re \"\")"),
            (least, Some(most)) => {
                apply(&format!("(_ re.loop {least} {most})"), std::slice::from_ref(&**part), out)
            }
            (least, None) => {
                out.push_str("(re.++ ");
                apply(&format!("(_ re.^ {least})"), std::slice::from_ref(&**part), out);
                out.push(' ');
                apply("re.*", std::slice::from_ref(&**part), out);
                out.push(')');
            }
        },
    }
}

fn apply(name: &str, parts: &[RegexPart], out: &mut String) {
    let _ = write!(out, "({name}");
    for part in parts {
        out.push(' ');
        write_part(part, out);
    }
    out.push(')');
}

fn write_set(set: &ByteSet, out: &mut String) {
    let ranges = set.ranges();
    if ranges.is_empty() {
        return out.push_str("re.none");
    }
    let many = ranges.len() > 1;
    if many {
        out.push_str("(re.union");
    }
    for (from, to) in ranges {
        if many {
            out.push(' ');
        }
        let (low, high) = (crate::smtlib::literal(&[from]), crate::smtlib::literal(&[to]));
        let _ = match from == to {
            true => write!(out, "(str.to_re {low})"),
            false => write!(out, "(re.range {low} {high})"),
        };
    }
    if many {
        out.push(')');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_part_has_its_operation() {
        let regex = Regex::parse("(a|[b-d_])*e+f?g{2,3}h{4,}").unwrap();
        let mut text = String::new();
        regex.write_smtlib(&mut text);
        assert_eq!(
            text,
            "(re.++ (re.* (re.union (str.to_re \"a\") (re.union (str.to_re \"_\") (re.range \"b\" \"d\")))) \
             (re.+ (str.to_re \"e\")) (re.opt (str.to_re \"f\")) ((_ re.loop 2 3) (str.to_re \"g\")) \
             (re.++ ((_ re.^ 4) (str.to_re \"h\")) (re.* (str.to_re \"h\"))))"
        );
    }
}
