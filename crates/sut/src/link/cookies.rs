//! Cookies: names with values that a server gives and gets back with every request.
//! In: the texts of `Set-Cookie`. Out: the text of `Cookie`. Paths, domains and times of day are not looked at: one server is
//! talked to, for seconds. A cookie that is empty, has no time to live or ends in 1970 is deleted.

/// The cookies of a session, in the order in which they were given first.
#[derive(Debug, Default)]
pub(super) struct Cookies {
    given: Vec<(String, String)>,
    /// What is never forgotten, such as what a login before all tests gave.
    kept: Vec<(String, String)>,
}

impl Cookies {
    /// Forgets what was given since the last [`Cookies::keep`].
    pub(super) fn forget(&mut self) {
        self.given.clone_from(&self.kept);
    }

    /// Keeps what there is now.
    pub(super) fn keep(&mut self) {
        self.kept.clone_from(&self.given);
    }

    /// Takes what a server gives.
    pub(super) fn take(&mut self, text: &str) {
        let mut parts = text.split(';');
        let Some((name, value)) = parts.next().and_then(|pair| pair.split_once('=')) else { return };
        let (name, value) = (name.trim(), value.trim());
        let is_over = parts.any(|part| {
            let (key, value) = part.split_once('=').unwrap_or((part, ""));
            let value = value.trim();
            match key.trim().to_ascii_lowercase().as_str() {
                "max-age" => value == "0" || value.starts_with('-'),
                "expires" => value.contains("1970"),
                _ => false,
            }
        });
        let place = self.given.iter().position(|(known, _)| known == name);
        match (place, is_over || value.is_empty()) {
            (Some(place), true) => drop(self.given.remove(place)),
            (Some(place), false) => value.clone_into(&mut self.given[place].1),
            (None, true) => {}
            (None, false) => self.given.push((name.to_owned(), value.to_owned())),
        }
    }

    /// What is sent with a request, if there are any.
    pub(super) fn header(&self) -> Option<String> {
        let pairs: Vec<String> = self.given.iter().map(|(name, value)| format!("{name}={value}")).collect();
        (!pairs.is_empty()).then(|| pairs.join("; "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cookies_are_kept_replaced_and_deleted() {
        let mut cookies = Cookies::default();
        assert_eq!(cookies.header(), None);
        cookies.take("id=1; Path=/; HttpOnly");
        cookies.take("theme=dark");
        cookies.take("id=2; Max-Age=60");
        cookies.take("no cookie");
        assert_eq!(cookies.header().as_deref(), Some("id=2; theme=dark"));
        cookies.keep();
        cookies.take("more=1");
        cookies.forget();
        assert_eq!(cookies.header().as_deref(), Some("id=2; theme=dark"));
        cookies.take("theme=; expires=Thu, 01 Jan 1970 00:00:00 GMT");
        cookies.take("id=2; max-age=0");
        assert_eq!(cookies.header(), None);
    }
}
