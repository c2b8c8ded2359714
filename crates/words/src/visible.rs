//! Text of a user that must not steer whoever looks at it: a file name may hold line ends, escape sequences of terminals, and characters
//! that turn the direction of what follows, so that `exe.⟨U+202E⟩lm` looks like `exe.ml`.

use std::borrow::Cow;

/// Whether a character changes how other text is shown instead of being shown itself.
///
/// ```
/// use lydian_words::is_steering;
/// assert!(['\n', '\u{1b}', '\u{202e}', '\u{2066}', '\u{200f}'].into_iter().all(is_steering));
/// assert!(!['a', ' ', 'é', 'א', '😀'].into_iter().any(is_steering));
/// ```
pub fn is_steering(character: char) -> bool {
    let turns = matches!(
        character,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    );
    // Some terminals and most editors end a line at these.
    let ends_line = matches!(character, '\u{2028}' | '\u{2029}');
    character.is_control() || turns || ends_line
}

/// A name in one line, with everything written out that would steer.
///
/// ```
/// assert_eq!(lydian_words::visible("a\nb\u{202e}.ml"), "a\\nb\\u{202e}.ml");
/// assert_eq!(lydian_words::visible("é.ml"), "é.ml");
/// ```
pub fn visible(name: &str) -> Cow<'_, str> {
    visible_but(name, |_| false)
}

/// The same, but these characters stay as they are.
pub fn visible_but(text: &str, stays: impl Fn(char) -> bool) -> Cow<'_, str> {
    let harmless = |character: char| !is_steering(character) || stays(character);
    if text.chars().all(harmless) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for character in text.chars() {
        if harmless(character) {
            shown.push(character);
        } else {
            shown.extend(character.escape_default());
        }
    }
    Cow::Owned(shown)
}
