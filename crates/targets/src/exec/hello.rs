//! What a program says about its domain when it is greeted.

use soundline_domains::capabilities::{Best, Kind};

use super::PROTOCOL;
use super::wire::Shortened;
use crate::operation::OperationKind;
use crate::profile::{Exempt, NarrowingContract, Numbers, Overflow, Profile, WideningContract};

/// The name and the profile that a program declares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hello {
    /// What the program calls its domain.
    pub name: String,
    /// What the domain can do.
    pub profile: Profile,
}

const KINDS: [(&str, Kind); 8] = [
    ("values", Kind::Values),
    ("intervals", Kind::Intervals),
    ("zones", Kind::Zones),
    ("octagons", Kind::Octagons),
    ("equalities", Kind::Equalities),
    ("polyhedra", Kind::Polyhedra),
    ("zonotopes", Kind::Zonotopes),
    ("disjunctions", Kind::Disjunctions),
];

const WIDENINGS: [(&str, WideningContract); 2] =
    [("any", WideningContract::Any), ("increasing", WideningContract::Increasing)];

/// `yes` is a narrowing of any two elements.
const NARROWINGS: [(&str, Option<NarrowingContract>); 3] = [
    ("yes", Some(NarrowingContract::Any)),
    ("decreasing", Some(NarrowingContract::Decreasing)),
    ("no", None),
];

const TRUTHS: [(&str, bool); 2] = [("yes", true), ("no", false)];

/// The lines of a declaration as they come.
#[derive(Debug)]
pub struct Declaration {
    hello: Hello,
    kind: bool,
    numbers: bool,
}

impl Declaration {
    /// Begin with the first line, `hello VERSION NAME`.
    pub fn new(line: &str) -> Result<Declaration, String> {
        let mut words = line.split_whitespace();
        if words.next() != Some("hello") {
            return Err(format!("did not answer hello but {:?}", Shortened(line)));
        }
        match words.next().map(str::parse) {
            Some(Ok(PROTOCOL)) => {}
            _ => return Err(format!("does not speak protocol {PROTOCOL}: {:?}", Shortened(line))),
        }
        let name = words.collect::<Vec<_>>().join(" ");
        if name.is_empty() {
            return Err("does not say its name after the version".to_string());
        }
        let profile = Profile {
            kind: Kind::Intervals,
            numbers: Numbers::Rational,
            strict: false,
            integers_only: false,
            constraints_exact: true,
            flags: false,
            in_place: false,
            widening: WideningContract::Any,
            narrowing: NarrowingContract::Any,
            overflow: Overflow::PROMISED,
            rounds_unsoundly: false,
            best: Best::NONE,
            missing: vec![OperationKind::Narrow],
            exempt: Vec::new(),
        };
        Ok(Declaration { hello: Hello { name, profile }, kind: false, numbers: false })
    }

    /// Add a line; the declaration is complete with `ready`.
    pub fn add(&mut self, line: &str) -> Result<Option<Hello>, String> {
        let line = line.trim();
        let (key, value) = line.split_once(' ').unwrap_or((line, ""));
        let value = value.trim();
        let profile = &mut self.hello.profile;
        match key {
            "kind" => {
                profile.kind = one_of(&KINDS, key, value)?;
                self.kind = true;
            }
            "numbers" => {
                profile.numbers = one_of(&Numbers::WORDS, key, value)?;
                self.numbers = true;
            }
            "strict" => profile.strict = one_of(&TRUTHS, key, value)?,
            "integers-only" => profile.integers_only = one_of(&TRUTHS, key, value)?,
            "constraints-exact" => profile.constraints_exact = one_of(&TRUTHS, key, value)?,
            "widening" => profile.widening = one_of(&WIDENINGS, key, value)?,
            "narrowing" => {
                profile.missing.retain(|kind| *kind != OperationKind::Narrow);
                match one_of(&NARROWINGS, key, value)? {
                    Some(contract) => profile.narrowing = contract,
                    None => profile.missing.push(OperationKind::Narrow),
                }
            }
            "overflow-hangs" => profile.overflow.endless = one_of(&TRUTHS, key, value)?,
            "best" => profile.best = best(value)?,
            "missing" => {
                for name in listed(value) {
                    let kind = one_of(&operations(), key, name)?;
                    profile.missing.retain(|other| *other != kind);
                    profile.missing.push(kind);
                }
            }
            "exempt" => profile.exempt.push(exempt(value)?),
            "ready" if self.kind && self.numbers => return Ok(Some(self.hello.clone())),
            "ready" => return Err("is ready without a kind and numbers".to_string()),
            _ => return Err(format!("declares {:?}, which is unknown", Shortened(line))),
        }
        Ok(None)
    }
}

fn operations() -> [(&'static str, OperationKind); OperationKind::ALL.len()] {
    OperationKind::ALL.map(|kind| (kind.name(), kind))
}

/// Names between commas, which may have spaces.
fn listed(value: &str) -> impl Iterator<Item = &str> {
    value.split(',').map(str::trim).filter(|name| !name.is_empty())
}

fn one_of<T: Copy>(table: &[(&str, T)], key: &str, value: &str) -> Result<T, String> {
    table.iter().find(|(name, _)| *name == value).map(|(_, meaning)| *meaning).ok_or_else(|| {
        let names: Vec<_> = table.iter().map(|(name, _)| *name).collect();
        format!("declares {key} {:?}; known are {}", Shortened(value), names.join(", "))
    })
}

fn best(value: &str) -> Result<Best, String> {
    let mut best = Best::NONE;
    for name in listed(value) {
        let promise = match name {
            "all" => {
                best = Best::ALL;
                continue;
            }
            "join" => &mut best.join,
            "meet" => &mut best.meet,
            "represented guard" => &mut best.represented_guard,
            "guard" => &mut best.any_guard,
            "assign" => &mut best.assign,
            "forget" => &mut best.forget,
            "bounds" => &mut best.bounds,
            _ => return Err(format!("declares best {:?}, which is unknown", Shortened(name))),
        };
        *promise = true;
    }
    // Whoever is best for any constraint is so for those that the domain represents.
    best.represented_guard |= best.any_guard;
    Ok(best)
}

fn exempt(value: &str) -> Result<Exempt, String> {
    match value.split_once(':').map(|(property, reason)| (property.trim(), reason.trim())) {
        Some((property, reason)) if !property.is_empty() && !reason.is_empty() => {
            Ok(Exempt { property: property.to_string(), reason: reason.to_string() })
        }
        _ => Err(format!("declares exempt {:?} without a reason after `:`", Shortened(value))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Option<Hello>, String> {
        let mut lines = text.lines();
        let mut declaration = Declaration::new(lines.next().unwrap_or_default())?;
        lines.try_fold(None, |_, line| declaration.add(line))
    }

    #[test]
    fn a_full_declaration_is_read() {
        let text = "hello 1 my zones\nkind zones\nnumbers double\nstrict yes\nnarrowing decreasing\noverflow-hangs yes\n\
                    widening increasing\nmissing parallel assign, embed\nconstraints-exact no\n\
                    integers-only yes\nbest join, guard\nexempt P31: bottom is special\nready";
        let hello = read(text).expect("it is correct").expect("it is complete");
        assert_eq!(hello.name, "my zones");
        let expected = Profile {
            kind: Kind::Zones,
            numbers: Numbers::Double,
            strict: true,
            integers_only: true,
            constraints_exact: false,
            flags: false,
            in_place: false,
            widening: WideningContract::Increasing,
            narrowing: NarrowingContract::Decreasing,
            overflow: Overflow { endless: true, wrong: false },
            rounds_unsoundly: false,
            best: Best { join: true, any_guard: true, represented_guard: true, ..Best::NONE },
            missing: vec![OperationKind::ParallelAssign, OperationKind::Embed],
            exempt: vec![Exempt { property: "P31".into(), reason: "bottom is special".into() }],
        };
        assert_eq!(hello.profile, expected);
    }

    #[test]
    fn what_is_not_said_is_the_safe_thing() {
        let hello = read("hello 1 a\nkind intervals\nnumbers rational\nready");
        let profile = hello.expect("it is correct").expect("it is complete").profile;
        assert_eq!(profile.missing, [OperationKind::Narrow]);
        assert_eq!(profile.best, Best::NONE);
        assert!(!profile.strict && profile.constraints_exact);
    }

    #[test]
    fn faults_are_named() {
        for (text, fault) in [
            ("", "did not answer hello but \"\""),
            ("hello 2 a", "does not speak protocol 1: \"hello 2 a\""),
            ("hello 1", "does not say its name after the version"),
            ("hello 1 a\nready", "is ready without a kind and numbers"),
            ("hello 1 a\ndance", "declares \"dance\", which is unknown"),
            ("hello 1 a\nstrict maybe", "declares strict \"maybe\"; known are yes, no"),
            ("hello 1 a\nexempt P31", "declares exempt \"P31\" without a reason after `:`"),
            ("hello 1 a\nbest luck", "declares best \"luck\", which is unknown"),
        ] {
            assert_eq!(read(text), Err(fault.to_string()), "{text}");
        }
    }
}
