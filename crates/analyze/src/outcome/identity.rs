//! Which check is which, in two versions of a program: lines move, but a function, a kind and the text of an expression stay.

use super::Outcome;
use crate::contract::PARAMETERS;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// What a check is known by when the program is analyzed again.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Identity {
    /// The file that it is in.
    pub file: String,
    /// The function.
    pub function: String,
    /// The kind of check.
    pub kind: String,
    /// The expression.
    pub text: String,
    /// How many checks of the same kind with the same expression are before it in the function.
    pub occurrence: usize,
}

impl Identity {
    /// The same in 16 digits (FNV-1a), for readers that compare texts.
    pub fn fingerprint(&self) -> String {
        let occurrence = self.occurrence.to_string();
        let parts = [&self.file, &self.function, &self.kind, &self.text, &occurrence];
        let bytes = parts.iter().flat_map(|part| part.bytes().chain([0]));
        let hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        format!("{hash:016x}")
    }
}

impl Outcome {
    /// The identities of all checks, in their order.
    pub fn identities(&self) -> Vec<Identity> {
        let mut seen: HashMap<Identity, usize> = HashMap::new();
        let families = self.contracts.iter();
        let families = families.filter_map(|one| Some((one.id.as_str(), one.common.as_ref()?)));
        let families: HashMap<&str, &String> = families.collect();
        let identity = |row: &super::Row| {
            // A contract with other clauses is another one.
            let clauses = row.why.as_deref().filter(|_| row.kind == "contract");
            let clauses = clauses.and_then(|why| why.split("; ").next());
            // Of a type: whichever functions require it.
            let clauses = clauses.and_then(|why| why.split(PARAMETERS).next());
            // What a function leaves behind has another name wherever it is called.
            let output = self.shared_by(row).filter(|shared| shared.party.starts_with("output "));
            let clauses = clauses.map(|clauses| match output {
                Some(shared) => clauses.replace(&shared.name, &shared.party),
                None => clauses.to_owned(),
            });
            let file = row.place.header.clone().unwrap_or_else(|| self.file.clone());
            // One about what several files share is the same in all of them.
            let party = self.shared_by(row).map(|shared| (shared.home.clone(), String::new()));
            // One of several functions is the same whichever they are.
            let root = row.root.as_deref().filter(|_| row.kind == "contract");
            let family = root.and_then(|id| families.get(id));
            let clauses = family.map(|common| (*common).clone()).or(clauses);
            let party = party.or_else(|| family.map(|_| (file.clone(), String::new())));
            let (file, function) = party.unwrap_or_else(|| (file, row.function.clone()));
            let first = Identity {
                file,
                function,
                kind: row.kind.to_owned(),
                text: clauses.unwrap_or_else(|| row.text.clone()),
                occurrence: 0,
            };
            let count = seen.entry(first.clone()).or_default();
            *count += 1;
            Identity { occurrence: *count - 1, ..first }
        };
        self.checks.iter().map(identity).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::{Place, Row, Standing};

    #[test]
    fn checks_with_the_same_words_are_counted() {
        let row = |line, text: &str| Row {
            function: "f".into(),
            kind: "index",
            place: Place { line, ..Place::default() },
            text: text.into(),
            standing: Standing::MayFail,
            provided: vec![],
            steps: 0,
            why: None,
            accepted: None,
            origin: None,
            root: None,
            dependents: 0,
            rank: 0,
            quote: None,
            elsewhere: Vec::new(),
        };
        let of = |rows: Vec<Row>| {
            let outcome = Outcome { file: "x.c".into(), checks: rows, ..Outcome::default() };
            outcome.identities()
        };
        let before = of(vec![row(1, "a[i]"), row(2, "a[j]"), row(3, "a[i]")]);
        let after = of(vec![row(11, "a[i]"), row(15, "a[j]"), row(16, "a[i]")]);
        assert_eq!(before, after);
        assert_eq!(before.iter().map(|one| one.occurrence).collect::<Vec<_>>(), [0, 0, 1]);
        assert_ne!(before[0].fingerprint(), before[2].fingerprint());
        assert_eq!(before[0].fingerprint().len(), 16);
    }
}
