//! The arrows between the crates: who may depend on whom.

use crate::members::Member;
use std::collections::BTreeMap;

/// What each member of the workspace may be built with. This is the picture in ARCHITECTURE.md.
const ARROWS: &[(&str, &[&str])] = &[
    ("soundline-lattice", &[]),
    ("soundline-domains", &["soundline-lattice"]),
    ("soundline-isolate", &[]),
    ("soundline-targets", &["soundline-domains", "soundline-lattice", "soundline-isolate"]),
    (
        "soundline-fuzz",
        &["soundline-targets", "soundline-domains", "soundline-lattice", "soundline-isolate"],
    ),
    ("soundline-c", &["soundline-isolate"]),
    ("soundline-analyze", &["soundline-domains", "soundline-lattice", "soundline-c"]),
    (
        "soundline-diff",
        &[
            "soundline-c",
            "soundline-analyze",
            "soundline-domains",
            "soundline-lattice",
            "soundline-isolate",
        ],
    ),
    (
        "soundline-report",
        &[
            "soundline-isolate",
            "soundline-fuzz",
            "soundline-targets",
            "soundline-domains",
            "soundline-lattice",
            "soundline-analyze",
            "soundline-diff",
        ],
    ),
    (
        "soundline-test",
        &[
            "soundline-isolate",
            "soundline-report",
            "soundline-fuzz",
            "soundline-targets",
            "soundline-domains",
            "soundline-lattice",
        ],
    ),
    ("soundline-values", &["soundline-targets", "soundline-lattice", "soundline-isolate"]),
    (
        "soundline-eval",
        &[
            "soundline-values",
            "soundline-test",
            "soundline-report",
            "soundline-lattice",
            "soundline-domains",
            "soundline-isolate",
            "soundline-targets",
            "soundline-fuzz",
            "soundline-c",
            "soundline-analyze",
            "soundline-diff",
        ],
    ),
    (
        "soundline-viewer",
        &[
            "soundline-report",
            "soundline-isolate",
            "soundline-fuzz",
            "soundline-targets",
            "soundline-diff",
        ],
    ),
    (
        "soundline",
        &[
            "soundline-eval",
            "soundline-viewer",
            "soundline-values",
            "soundline-test",
            "soundline-report",
            "soundline-lattice",
            "soundline-isolate",
            "soundline-targets",
            "soundline-c",
            "soundline-analyze",
            "soundline-diff",
        ],
    ),
    // Tests of crates that others published; released with nothing.
    ("soundline-published", &["soundline-lattice"]),
    // An analysis whose lattices are checked by crate lattice: an example, released with nothing.
    ("luatypes", &["soundline-lattice"]),
    // What tests need of a machine: the tests of every crate may use it, no crate is built with it.
    ("soundline-needs", &[]),
    ("xtask", &["soundline-needs"]),
];

/// Every arrow that is not in the picture, in words.
pub fn faults(members: &[Member]) -> Vec<String> {
    let mut faults: Vec<String> = members.iter().flat_map(|m| faults_of(m, members)).collect();
    faults.extend(cycle(members));
    faults
}

fn faults_of(member: &Member, members: &[Member]) -> Vec<String> {
    let Some((name, allowed)) = ARROWS.iter().find(|(name, _)| *name == member.name) else {
        return vec![format!(
            "{} is a new member: add it to the table in xtask/src/arrows.rs and to ARCHITECTURE.md",
            member.name
        )];
    };
    inside(&member.dependencies, members)
        .filter(|dependency| !allowed.contains(dependency))
        .map(|dependency| format!("{name} must not depend on {dependency}"))
        .collect()
}

/// The dependencies that are members of the workspace.
fn inside<'a>(
    dependencies: &'a [String],
    members: &'a [Member],
) -> impl Iterator<Item = &'a str> + 'a {
    dependencies
        .iter()
        .map(String::as_str)
        .filter(|dependency| members.iter().any(|member| member.name == *dependency))
}

/// A cycle of dependencies, those of tests included, if there is one.
///
/// Tests may use any other crate, but cargo would build a crate twice for a cycle through them, as
/// two crates with different types.
fn cycle(members: &[Member]) -> Option<String> {
    let mut arrows: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for member in members {
        // A crate whose tests want more of its features depends on itself, and is built once.
        let of_tests = inside(&member.dev_dependencies, members);
        let of_tests = of_tests.filter(|dependency| *dependency != member.name);
        let all = inside(&member.dependencies, members).chain(of_tests);
        arrows.insert(&member.name, all.collect());
    }
    // Members that nothing depends on are on no cycle; take them away until none is left.
    loop {
        let needed: Vec<&str> = arrows.values().flatten().copied().collect();
        let before = arrows.len();
        arrows.retain(|name, _| needed.contains(name));
        if arrows.len() == before {
            break;
        }
    }
    let start = *arrows.keys().next()?;
    Some(format!("dependencies run in a circle: {}", walk(start, &arrows).join(" -> ")))
}

/// Follow arrows backwards from `start` until a name comes again; every name here has a user.
fn walk<'a>(start: &'a str, arrows: &BTreeMap<&'a str, Vec<&'a str>>) -> Vec<&'a str> {
    let mut path = vec![start];
    loop {
        let last = path[path.len() - 1];
        let user = arrows.iter().find(|(_, needs)| needs.contains(&last));
        let (user, _) = user.expect("members without a user have been taken away");
        let seen = path.iter().position(|name| name == user);
        path.push(user);
        if let Some(first) = seen {
            return path.drain(first..).rev().collect();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn member(name: &str, dependencies: &[&str], dev_dependencies: &[&str]) -> Member {
        let owned = |names: &[&str]| names.iter().map(|name| name.to_string()).collect();
        Member {
            name: name.into(),
            dependencies: owned(dependencies),
            dev_dependencies: owned(dev_dependencies),
            ..Member::default()
        }
    }

    #[test]
    fn the_picture_itself_has_no_fault() {
        let members: Vec<Member> =
            ARROWS.iter().map(|(name, allowed)| member(name, allowed, &[])).collect();
        assert_eq!(faults(&members), [""; 0]);
    }

    #[test]
    fn a_wrong_arrow_is_caught() {
        let lattice = member("soundline-lattice", &["serde"], &[]);
        let c = member("soundline-c", &["soundline-lattice", "serde"], &[]);
        let expected = ["soundline-c must not depend on soundline-lattice"];
        assert_eq!(faults(&[lattice, c]), expected);
    }

    #[test]
    fn tests_may_want_more_features_of_their_own_crate() {
        let lattice = member("soundline-lattice", &[], &["soundline-lattice"]);
        assert_eq!(faults(&[lattice]), [""; 0]);
    }

    #[test]
    fn an_unknown_member_is_caught() {
        let faults = faults(&[member("soundline-utils", &[], &[])]);
        assert_eq!(faults.len(), 1);
        assert!(faults[0].contains("xtask/src/arrows.rs and to ARCHITECTURE.md"), "{faults:?}");
    }

    #[test]
    fn tests_may_use_any_crate_but_not_in_a_circle() {
        let lattice = member("soundline-lattice", &[], &[]);
        let c = member("soundline-c", &[], &["soundline-lattice"]);
        assert_eq!(faults(&[lattice, c]), [""; 0]);

        let lattice = member("soundline-lattice", &[], &["soundline-domains"]);
        let domains = member("soundline-domains", &["soundline-lattice"], &[]);
        let user = member("soundline-fuzz", &["soundline-domains"], &[]);
        let expected = "dependencies run in a circle: \
                        soundline-domains -> soundline-lattice -> soundline-domains";
        let found = faults(&[lattice, domains, user]);
        assert_eq!(found.len(), 1);
        let turned = "dependencies run in a circle: \
                      soundline-lattice -> soundline-domains -> soundline-lattice";
        assert!(found[0] == expected || found[0] == turned, "{found:?}");
    }
}
