//! A finding as a test in Rust, for native targets and for users' own domains.

use soundline_fuzz::{Ending, Finding};

/// A `#[test]` that fails in the way the finding does.
///
/// It is a file for the `tests` folder of a crate that depends on `soundline-fuzz` and
/// `soundline-targets`. `registry` is the expression that makes the registry, for targets that are not
/// built in; without it, it is the built-in one. A crash or a hang takes the test process with it.
pub fn test(finding: &Finding, registry: Option<&str>) -> String {
    let registry = registry.unwrap_or("soundline_targets::Registry::builtin()");
    let ending = match finding.outcome.ending {
        Ending::Violated | Ending::Held => String::new(),
        _ => format!("\n/// The test ended so: {}.", one_line(&finding.outcome.to_string())),
    };
    let trace = finding.trace.to_string();
    let fence = fence(&trace);
    format!(
        "//! Found by Soundline.\n\n\
         use soundline_fuzz::{{Ending, Trace, run}};\n\n\
         const TRACE: &str = r{fence}\"{trace}\"{fence};\n\n\
         /// P{number}: {what}{ending}\n\
         #[test]\n\
         fn {name}() {{\n    \
             let trace: Trace = TRACE.parse().expect(\"the trace is well-formed\");\n    \
             let registry = {registry};\n    \
             let target = registry.get(&trace.target).expect(\"the target is registered\");\n    \
             let mut machine = target.open(&trace.space).expect(\"the target opens\");\n    \
             let outcome = run(&mut *machine, &trace);\n    \
             match outcome.ending {{\n        \
                 Ending::Held | Ending::Doubtful | Ending::Vacuous => {{}}\n        \
                 Ending::Refused => panic!(\"the trace cannot be run: {{}}\", outcome.what),\n        \
                 ending => panic!(\"P{number}, {{ending}}: {{}}\", outcome.what),\n    \
             }}\n\
         }}\n",
        number = finding.property,
        what = one_line(finding.outcome.sentence()),
        name = name(finding),
    )
}

/// A name for the function: the property and the target.
fn name(finding: &Finding) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' };
    let target: String = finding.trace.target.chars().map(plain).collect();
    format!("p{}_holds_for_{target}", finding.property)
}

/// Documentation is a line.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// So many `#` that no quote in the text ends the literal.
fn fence(text: &str) -> String {
    let mut fence = "#".to_string();
    while text.contains(&format!("\"{fence}")) {
        fence.push('#');
    }
    fence
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;
    use expect_test::expect_file;

    /// The fixture is compiled and run by tests/emitted_rust.rs.
    #[test]
    fn the_fixture_is_what_is_emitted() {
        let finding = sample::forgetful();
        let text = test(&finding, Some("super::registry()"));
        expect_file!["../../tests/fixtures/emitted.rs"].assert_eq(&text);
    }

    #[test]
    fn literals_are_fenced() {
        assert_eq!(fence("a \"# b"), "##");
        assert_eq!(one_line("a\nb"), "a b");
    }
}
