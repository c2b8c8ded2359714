//! Membership of strings in regular languages. Constant strings are decided at once.

use std::sync::Arc;

use crate::{Node, Regex, RegexId, RegexPart, TermId, Terms};

impl Terms {
    /// The one id of a regular expression in this arena.
    pub fn regex(&mut self, regex: Regex) -> RegexId {
        if let Some(known) = self.regex_ids.get(&regex) {
            return *known;
        }
        let id =
            RegexId(u32::try_from(self.regexes.len()).expect("fewer than 2^32 expressions fit in memory"));
        let regex = Arc::new(regex);
        self.regexes.push(regex.clone());
        self.regex_ids.insert(regex, id);
        id
    }

    /// The id of the regular expression that a text describes (see [`Regex::parse`]); a text is read once.
    pub fn parse_regex(&mut self, source: &[u8]) -> Result<RegexId, (usize, String)> {
        if let Some(known) = self.regex_sources.get(source) {
            return Ok(*known);
        }
        let id = self.regex(Regex::parse(source)?);
        self.regex_sources.insert(source.into(), id);
        Ok(id)
    }

    /// The regular expression of an id.
    pub fn view_regex(&self, regex: RegexId) -> &Arc<Regex> {
        &self.regexes[regex.0 as usize]
    }

    /// Whether the whole string matches the regular expression.
    pub fn in_regex(&mut self, string: TermId, regex: RegexId) -> TermId {
        let language = self.view_regex(regex);
        if let Node::Str(bytes) = self.view(string) {
            let matches = language.matches(bytes);
            return self.bool(matches);
        }
        if matches!(language.root(), RegexPart::Byte(set) if set.is_empty()) {
            return Terms::FALSE;
        }
        if let RegexPart::Repeat(part, 0, None) = language.root()
            && matches!(&**part, RegexPart::Byte(set) if set.complement().is_empty())
        {
            return Terms::TRUE;
        }
        self.intern(Node::InRegex(string, regex))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Constant, Model};

    #[test]
    fn equal_expressions_have_one_id() {
        let mut terms = Terms::new();
        let (first, again) = (Regex::parse("[a-c]+").unwrap(), Regex::parse("[abc]+").unwrap());
        let id = terms.regex(first);
        assert_eq!(terms.regex(again), id);
        assert_eq!(terms.parse_regex(b"[a-c]+"), Ok(id));
        assert_eq!(terms.parse_regex(b"[a-c]+"), Ok(id));
        assert!(terms.parse_regex(b"[a-c").is_err());
        terms.clear();
        let other = terms.regex(Regex::parse("x").unwrap());
        assert!(terms.view_regex(other).matches(b"x"));
    }

    #[test]
    fn membership_folds_evaluates_substitutes_and_prints() {
        let mut terms = Terms::new();
        let regex = terms.regex(Regex::parse("a+").unwrap());
        let (inside, outside, s) = (terms.str(b"aa"), terms.str(b"ab"), terms.fresh_str("s"));
        assert_eq!(terms.in_regex(inside, regex), Terms::TRUE);
        assert_eq!(terms.in_regex(outside, regex), Terms::FALSE);
        let everything = terms.regex(Regex::parse("[\\x00-\\xff]*").unwrap());
        assert_eq!(terms.in_regex(s, everything), Terms::TRUE);

        let member = terms.in_regex(s, regex);
        let mut model = Model::new();
        model.insert(terms.var_id(s).unwrap(), &b"aaa"[..]);
        assert_eq!(terms.evaluate(member, &model), Some(Constant::Bool(true)));
        let mut replaced = [(s, outside)].into_iter().collect();
        assert_eq!(terms.substitute(member, &mut replaced), Terms::FALSE);
        assert!(terms.has_string_operation(member));
        let script = terms.to_smtlib(&[member]);
        assert!(script.contains("(assert (str.in_re |s| (re.+ (str.to_re \"a\"))))"), "{script}");
        assert_eq!(terms.display(member).to_string(), "(in_regex s /a+/)");
    }
}
