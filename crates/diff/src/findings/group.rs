//! Findings of one cause.
//!
//! Nobody can know the cause of a fault in a foreign tool. Taken for one cause are accusations of the
//! same kind against the same analyzer about the same function of the same seed, and beyond it those whose
//! reduced programs have the same [`Shape`]: the same tokens but for names and numbers.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::deviance::Fault;
use super::evidence::Evidence;
use super::finding::{Dispute, Finding};

/// Findings that have, as far as one can tell, the same cause.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Group {
    /// The number of the analyzer.
    pub analyzer: usize,
    /// What is wrong with it.
    pub fault: Fault,
    /// Its findings, the strongest first: that one stands for the group.
    pub findings: Vec<Finding>,
    /// The smallest program that still shows the first finding, in plain form.
    pub reduced: Option<Reduced>,
}

/// A reduced program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reduced {
    /// The program, in plain form.
    pub text: String,
    /// What reduced it.
    pub by: String,
    /// How long the variant was, in bytes.
    pub from: usize,
}

impl Group {
    /// The finding that stands for the group.
    pub fn example(&self) -> &Finding {
        self.findings.first().expect("a group has a finding")
    }
}

/// Groups findings by analyzer, kind, seed and function, in the order of their strongest. What is
/// refuted is left out.
pub fn group(findings: &[Finding], disputes: &[Dispute]) -> Vec<Group> {
    let mut places: BTreeMap<(usize, Fault, usize, &str), usize> = BTreeMap::new();
    let mut groups: Vec<Group> = Vec::new();
    for finding in findings.iter().filter(|finding| finding.evidence != Evidence::Refuted) {
        let Finding { analyzer, fault, dispute, .. } = *finding;
        let dispute = &disputes[dispute];
        let key = (analyzer, fault, dispute.seed, dispute.function.as_str());
        let place = *places.entry(key).or_insert(groups.len());
        if place == groups.len() {
            groups.push(Group { analyzer, fault, findings: Vec::new(), reduced: None });
        }
        groups[place].findings.push(finding.clone());
    }
    groups
}

/// Puts groups of the same analyzer and kind together whose reduced programs have the same shape.
pub fn merge_by_shape(groups: Vec<Group>) -> Vec<Group> {
    let mut places: BTreeMap<(usize, Fault, Shape), usize> = BTreeMap::new();
    let mut merged: Vec<Group> = Vec::new();
    for group in groups {
        let shape = group.reduced.as_ref().map(|reduced| Shape::of(&reduced.text));
        let key = shape.map(|shape| (group.analyzer, group.fault, shape));
        match key.as_ref().and_then(|key| places.get(key)) {
            Some(place) => merged[*place].findings.extend(group.findings),
            None => {
                places.extend(key.map(|key| (key, merged.len())));
                merged.push(group);
            }
        }
    }
    merged
}

/// What a program looks like: its tokens, with names numbered in the order of their appearance
/// and all numbers alike.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Shape(Vec<String>);

impl Shape {
    /// The shape of a C text.
    pub fn of(text: &str) -> Shape {
        let mut names: Vec<&str> = Vec::new();
        let mut shape = Vec::new();
        for token in tokens(text) {
            let first = token.chars().next().unwrap_or(' ');
            shape.push(match first {
                _ if first.is_ascii_digit() => "0".to_string(),
                _ if is_name(first) && !is_fixed(token) => {
                    let place = names.iter().position(|name| *name == token);
                    let place = place.unwrap_or_else(|| {
                        names.push(token);
                        names.len() - 1
                    });
                    format!("v{place}")
                }
                _ => token.to_string(),
            });
        }
        Shape(shape)
    }
}

/// Words of C and of verifiers, which mean the same everywhere.
fn is_fixed(word: &str) -> bool {
    const WORDS: [&str; 32] = [
        "int", "char", "short", "long", "unsigned", "signed", "void", "float", "double", "_Bool",
        "if", "else", "while", "for", "do", "return", "break", "continue", "goto", "switch",
        "case", "default", "struct", "union", "enum", "typedef", "static", "extern", "const",
        "volatile", "sizeof", "main",
    ];
    WORDS.contains(&word) || word.starts_with("__")
}

fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Words and single signs; blanks are left out.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let word = rest.find(|c| !is_name(c)).unwrap_or(rest.len());
        let (token, next) = rest.split_at(if word > 0 { word } else { first.len_utf8() });
        tokens.push(token);
        rest = next.trim_start();
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::super::finding::tests::dispute;
    use super::super::finding::{findings, table_of};
    use super::super::table::tests::table;
    use super::*;
    use crate::concrete::Truth;

    #[test]
    fn shapes_forget_names_and_numbers() {
        let same = |a: &str, b: &str| Shape::of(a) == Shape::of(b);
        assert!(same(
            "int main(){int x=3;return x;}",
            "int main() { int total = 77; return total; }"
        ));
        assert!(!same("int a, b; a = b;", "int a, b; b = a;"));
        assert!(!same("x = 1;", "x = y;"));
        assert!(!same("unsigned x;", "int x;"));
        assert!(same("x != 0x1F;", "y != 12u;"));
    }

    fn groups(disputes: &[Dispute]) -> Vec<Group> {
        let table = table_of(table(&["a", "b", "c"], &[]).columns, disputes);
        group(&findings(&table, disputes, &[]), disputes)
    }

    #[test]
    fn one_function_is_one_cause() {
        let mut disputes = vec![dispute("suu", Truth::Open); 3];
        disputes[2].function = "other".into();
        disputes[1].truth = Truth::Fails(Vec::new());
        let groups = groups(&disputes);
        let unsound: Vec<&Group> =
            groups.iter().filter(|group| group.fault == Fault::Unsound).collect();
        assert_eq!(unsound.iter().map(|group| group.findings.len()).collect::<Vec<_>>(), [2, 1]);
        assert!(unsound[0].example().evidence.is_confirmed());
        // b and c are 1-imprecise in both functions; that is refuted for the check that fails.
        assert_eq!(groups.len(), 2 + 4);
    }

    #[test]
    fn the_same_reduced_shape_is_one_cause() {
        let mut disputes = vec![dispute("suu", Truth::Open); 3];
        disputes[1].seed = 1;
        disputes[2].seed = 2;
        let mut groups: Vec<Group> =
            groups(&disputes).into_iter().filter(|group| group.fault == Fault::Unsound).collect();
        let reduced = |text: &str| Some(Reduced { text: text.into(), by: "test".into(), from: 9 });
        groups[0].reduced = reduced("int main() { int x; }");
        groups[2].reduced = reduced("int main() { int y; }");
        let merged = merge_by_shape(groups);
        assert_eq!(merged.iter().map(|group| group.findings.len()).collect::<Vec<_>>(), [2, 1]);
    }
}
