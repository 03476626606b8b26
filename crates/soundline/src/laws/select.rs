//! Which lattices and laws a user chose.

use soundline_lattice::registry::{self, Entry};
use soundline_lattice::{Check, Class};
use soundline_test::command::Complaint;

/// The chosen lattices, and which of their laws.
pub struct Selected {
    /// The lattices, in the order of their names on the command line.
    pub entries: Vec<Entry>,
    laws: Vec<String>,
    classes: Vec<String>,
}

impl Selected {
    /// Look up what was named; nothing named is everything that ought to be right.
    pub fn new(
        names: &[String],
        laws: &[String],
        classes: &[String],
    ) -> Result<Selected, Complaint> {
        let selected =
            Selected { entries: find_all(names)?, laws: laws.to_vec(), classes: classes.to_vec() };
        for class in classes {
            if Class::ALL.iter().all(|known| known.name() != class) {
                let known: Vec<&str> = Class::ALL.iter().map(|known| known.name()).collect();
                return Err(unknown("class", class, &known, "soundline laws --help"));
            }
        }
        selected.require_laws()?;
        Ok(selected)
    }

    /// The chosen checks of a lattice.
    pub fn checks(&self, entry: &Entry) -> Vec<Check> {
        let everything = self.laws.is_empty() && self.classes.is_empty();
        let chosen = |check: &Check| {
            everything
                || self.laws.contains(&check.name)
                || self.classes.iter().any(|class| class == check.class.name())
        };
        entry.checks().into_iter().filter(chosen).collect()
    }

    /// A law that none of the lattices has is a mistake.
    fn require_laws(&self) -> Result<(), Complaint> {
        if self.laws.is_empty() {
            return Ok(());
        }
        let mut known: Vec<String> = Vec::new();
        for check in self.entries.iter().flat_map(Entry::checks) {
            if !known.contains(&check.name) {
                known.push(check.name);
            }
        }
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        match self.laws.iter().find(|law| !known.contains(&law.as_str())) {
            Some(law) => Err(unknown("law", law, &known, "soundline laws NAME --list")),
            None => Ok(()),
        }
    }
}

/// Find a check that was stored by name.
pub fn find_check(subject: &str, name: &str) -> Option<Check> {
    let entry = everything().into_iter().find(|entry| entry.name == subject)?;
    entry.checks().into_iter().find(|check| check.name == name)
}

fn everything() -> Vec<Entry> {
    let mut all = registry::sound();
    all.extend(registry::faulty());
    all
}

fn find_all(names: &[String]) -> Result<Vec<Entry>, Complaint> {
    if names.is_empty() {
        return Ok(registry::sound());
    }
    let mut found = Vec::new();
    for name in names {
        let of_group = format!("{name}:");
        let matching = |entry: &Entry| entry.name == *name || entry.name.starts_with(&of_group);
        let matches: Vec<Entry> = everything().into_iter().filter(matching).collect();
        if matches.is_empty() {
            let all = everything();
            let known: Vec<&str> = all.iter().map(|entry| entry.name.as_str()).collect();
            return Err(unknown("lattice", name, &known, "soundline laws --list"));
        }
        for entry in matches {
            if found.iter().all(|other: &Entry| other.name != entry.name) {
                found.push(entry);
            }
        }
    }
    Ok(found)
}

fn unknown(kind: &str, name: &str, known: &[&str], see: &str) -> Complaint {
    let nearest = known.iter().min_by_key(|other| distance(name, other));
    let hint = match nearest {
        Some(other) if distance(name, other) <= 2 + name.len() / 4 => {
            format!("did you mean '{other}'?")
        }
        _ => format!("'{see}' shows what there is"),
    };
    Complaint::new(format!("there is no {kind} called '{name}'; {hint}"))
}

/// The edit distance between two names.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let substituted = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::distance;

    #[test]
    fn distances_are_edits() {
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("same", "same"), 0);
    }
}
