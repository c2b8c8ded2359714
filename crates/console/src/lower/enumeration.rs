//! Enumerations: a variant type for the user's OCaml, and functions between its members and the numbers that terms work on.

use lydian_ocaml::syntax::Build;
use lydian_ocaml::syntax::ast::Structure;

use super::Lowering;

impl Lowering<'_> {
    /// The definitions of all enumerations.
    pub(crate) fn enumeration_definitions(&self) -> Structure {
        let mut definitions = Structure::new();
        for (index, enumeration) in self.enumerations.iter().enumerate() {
            let build = Build::at(&enumeration.at);
            let members = enumeration.members.iter();
            let last = enumeration.members.len().saturating_sub(1);
            let pattern =
                |number: usize| if number == last { build.any() } else { build.only(number as i64) };
            let names = members.clone().map(|(name, _)| (build, name.as_str()));
            definitions.push(build.variant(&enumeration.ocaml, names));
            let member_of = members.clone().map(|(name, _)| build.constructor(name));
            let spelling = members.clone().map(|(_, spelled)| build.text(spelled.as_bytes()));
            let number_of = members
                .enumerate()
                .map(|(number, (name, _))| (build.only_constructor(name), build.int(number as i64)));
            let by_number = |results: Vec<_>| {
                let cases = results.into_iter().enumerate().map(|(number, result)| (pattern(number), result));
                build.cases(build.name("number"), cases)
            };
            let member_of = by_number(member_of.collect());
            let spelling = by_number(spelling.collect());
            let number_of = build.cases(build.name("member"), number_of);
            definitions.push(build.define(&format!("member_of_{index}"), &["number"], member_of));
            definitions.push(build.define(&format!("number_of_{index}"), &["member"], number_of));
            definitions.push(build.define(&format!("spelling_{index}"), &["number"], spelling));
        }
        definitions
    }
}
