//! Comments that speak to the generator: `# assert QUANTIFIER EXPR` and `# goal [QUANTIFIER] EXPR`.
//! In: the comments that have a line for themselves. Out: the pragmas among them. Comments in plain language stay comments:
//! what starts like a pragma and is none is told in a warning at most, unless a quantifier shows that one was meant.

use std::ops::Range;

use lydian_diagnostic::Diagnostic;

use super::super::ast::{Expr, ExprKind, Pragma, PragmaKind, Quantifier};
use super::Parser;

impl Parser<'_> {
    /// The pragmas of the whole text, in order.
    pub(super) fn pragmas(&mut self) -> Vec<Pragma> {
        let comments = std::mem::take(&mut self.comments);
        comments.into_iter().filter_map(|comment| self.pragma(comment)).collect()
    }

    fn pragma(&mut self, comment: Range<usize>) -> Option<Pragma> {
        let content = comment.start + 1..comment.end;
        let (word, rest) = self.split_word(content)?;
        match &self.source.text[word] {
            "assert" => self.assertion(comment, rest),
            "goal" => self.goal(comment, rest),
            _ => None,
        }
    }

    fn assertion(&mut self, comment: Range<usize>, rest: Range<usize>) -> Option<Pragma> {
        let (word, rest) = self.split_word(rest)?;
        let Some(quantifier) = quantifier(&self.source.text[word.clone()]) else {
            let message = format!(
                "`{}` is no quantifier: this comment asserts nothing",
                &self.source.text[word.clone()]
            );
            let hint = "the quantifiers are `some`, `empty`, `exists` and `all`";
            self.warning("unknown-quantifier", word, message, hint);
            return None;
        };
        let (expr, text, diagnostics) = self.commented_expression(rest);
        diagnostics.into_iter().for_each(|diagnostic| {
            self.record(diagnostic);
        });
        Some(Pragma {
            kind: PragmaKind::Assert,
            quantifier: Some(quantifier),
            expr,
            text: self.source.text[text].into(),
            at: self.at(comment),
        })
    }

    fn goal(&mut self, comment: Range<usize>, rest: Range<usize>) -> Option<Pragma> {
        let (word, after) = self.split_word(rest.clone())?;
        let known = quantifier(&self.source.text[word]).filter(|_| !after.is_empty());
        let (expr, text, diagnostics) = self.commented_expression(if known.is_some() { after } else { rest });
        let wrong = diagnostics.iter().any(Diagnostic::is_error);
        if wrong && known.is_none() {
            let message = "this comment starts like a goal, but is no expression: it is ignored";
            let hint = "write `# goal some x` with a stream; start a plain comment with another word";
            self.warning("ignored-goal", comment, message, hint);
            return None;
        }
        diagnostics.into_iter().for_each(|diagnostic| {
            self.record(diagnostic);
        });
        Some(Pragma {
            kind: PragmaKind::Goal,
            quantifier: known,
            expr,
            text: self.source.text[text].into(),
            at: self.at(comment),
        })
    }

    /// The expression in a part of a comment, with the place of its text and what is wrong with it.
    fn commented_expression(&self, range: Range<usize>) -> (Expr, Range<usize>, Vec<Diagnostic>) {
        let mut parser = Parser::new(self.file, self.source, range.clone());
        let expr = parser.only_expression();
        let text = match expr.kind {
            ExprKind::Error => range,
            _ => expr.at.start as usize..expr.at.end as usize,
        };
        (expr, text, parser.finish())
    }

    /// The first word of a range without the blanks before it, and what follows without the blanks around it.
    fn split_word(&self, range: Range<usize>) -> Option<(Range<usize>, Range<usize>)> {
        let content = &self.source.text[range.clone()];
        let trimmed = content.trim_start();
        let start = range.end - trimmed.len();
        let length = trimmed.find(char::is_whitespace).unwrap_or(trimmed.len());
        let rest = trimmed[length..].trim();
        let after = range.end - trimmed[length..].trim_start().len();
        (length > 0).then(|| (start..start + length, after..after + rest.len()))
    }
}

fn quantifier(word: &str) -> Option<Quantifier> {
    Some(match word {
        "some" => Quantifier::Some,
        "empty" => Quantifier::Empty,
        "exists" => Quantifier::Exists,
        "all" => Quantifier::All,
        _ => return None,
    })
}
