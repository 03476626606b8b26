//! What may be done in some places only: starting processes, and asking for the time of day.

use crate::members::Member;
use crate::sources;
use std::fs;

/// A piece of code, the files in which it may stand, and what to do elsewhere.
struct Rule {
    code: &'static str,
    may: &'static [(&'static str, &'static str)],
    instead: &'static str,
}

/// `Child`, `Lines`, `Warden` and `gather` of crate isolate take a command that others have made.
const ISOLATE: &str = "what it starts could outlive everything: run it by crate isolate";

const RULES: &[Rule] = &[
    Rule {
        code: ".output()",
        may: &[
            // The user's own test binary starts itself again, and ends when nobody waits for it or a limit is passed.
            // `soundline laws` does not use it.
            ("soundline-lattice", "src/apart/starter.rs"),
        ],
        instead: ISOLATE,
    },
    Rule {
        code: ".spawn()",
        may: &[
            ("soundline-isolate", "src/family.rs"),
            ("soundline-isolate", "src/warden.rs"),
            ("soundline-isolate", "src/tree.rs"),
            // The user's browser, which must not end with the program.
            ("soundline", "src/serve/browser.rs"),
        ],
        instead: ISOLATE,
    },
    Rule { code: ".status()", may: &[], instead: ISOLATE },
    Rule {
        code: ".exec()",
        // A wrapper becomes what it wraps: nothing is started, and whoever started it watches it.
        may: &[("soundline-isolate", "src/replace.rs")],
        instead: ISOLATE,
    },
    Rule {
        code: "SystemTime",
        // The dates of a campaign and of a witness, which nothing is measured with, and which entries of a cache were used last.
        may: &[
            ("soundline-fuzz", "src/engine/tally/mod.rs"),
            ("soundline", "src/analyze/cache.rs"),
            ("soundline", "src/analyze/forms.rs"),
        ],
        instead: "clocks jump: measure by Instant",
    },
];

/// Every file that does something that it must not, in words. Tests may do as they like.
pub fn faults(members: &[Member]) -> Result<Vec<String>, String> {
    let mut faults = Vec::new();
    for member in members.iter().filter(|member| member.name.starts_with("soundline")) {
        for file in sources::files(&member.folder)? {
            let path = file.strip_prefix(&member.folder).unwrap_or(&file).display().to_string();
            if !path.starts_with("src/") || path.ends_with("tests.rs") {
                continue;
            }
            let text = fs::read_to_string(&file).map_err(|error| format!("{path}: {error}"))?;
            faults.extend(faults_of(&member.name, &path, &text));
        }
    }
    Ok(faults)
}

fn faults_of(member: &str, path: &str, text: &str) -> Vec<String> {
    let code = sources::without_comments_and_strings(text);
    let broken = RULES.iter().filter(|rule| !rule.may.contains(&(member, path)));
    let broken = broken.filter(|rule| code.contains(rule.code));
    broken.map(|rule| format!("{member}: {path} has {}; {}", rule.code, rule.instead)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_and_talk_does_not() {
        let check = |member: &str, path: &str, text: &str, faults: usize| {
            assert_eq!(faults_of(member, path, text).len(), faults, "{member} {path} {text}");
        };
        check("soundline-diff", "src/seed.rs", "let output = command.output()?;", 1);
        check("soundline-diff", "src/seed.rs", "// command.output()\nlet s = \".spawn()\";", 0);
        check("soundline-diff", "src/seed.rs", "scope.spawn(|| work());", 0);
        check("soundline-diff", "src/seed.rs", "command.status()?; command.exec();", 2);
        check("soundline-lattice", "src/apart/starter.rs", "command.output()", 0);
        check("soundline-c", "src/lib.rs", "command.output(); SystemTime::now()", 2);
        check("soundline-isolate", "src/family.rs", "command.spawn()?", 0);
    }
}
