//! Findings that are known and accepted, with a reason, in a file.

use std::path::Path;

use soundline_fuzz::Campaign;

use super::Properties;
use crate::command::Complaint;

/// The findings that a file waives.
pub struct Waivers(Vec<Waiver>);

struct Waiver {
    target: String,
    what: Waived,
    reason: String,
}

/// What is known and accepted.
enum Waived {
    /// All findings of these properties, whatever their cause.
    Properties(Properties),
    /// All findings of the cause with this title.
    Cause(String),
}

impl Waived {
    fn covers(&self, title: &str, property: u16) -> bool {
        match self {
            // The first words for a no that is flagged as inexact.
            Waived::Cause(cause) => cause.replace("cannot tell where", "says no where") == title,
            Waived::Properties(properties) => {
                soundline_fuzz::property::get(property).is_some_and(|p| properties.wants(p))
            }
        }
    }
}

impl Waivers {
    /// Read a file: a line for each, `TARGET "CAUSE" REASON` or `TARGET PROPERTY[,PROPERTY...] REASON`;
    /// `#` starts a comment.
    pub fn read(path: &Path) -> Result<Waivers, Complaint> {
        let text = std::fs::read_to_string(path).map_err(|error| {
            Complaint::new(format!("cannot read the waivers {}: {error}", path.display()))
        })?;
        Waivers::parse(&text)
            .map_err(|fault| Complaint::new(format!("{}: {fault}", path.display())))
    }

    fn parse(text: &str) -> Result<Waivers, String> {
        let lines = text.lines().enumerate().map(|(number, line)| (number + 1, line.trim()));
        let meant = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        let waiver = |(number, line): (usize, &str)| {
            waiver(line).map_err(|fault| format!("line {number}: {fault}"))
        };
        meant.map(waiver).collect::<Result<_, _>>().map(Waivers)
    }

    /// Mark the findings that are waived.
    pub fn apply(&self, campaign: &mut Campaign) {
        let waivers = self.0.iter().filter(|waiver| waiver.target == campaign.target);
        let waivers: Vec<&Waiver> = waivers.collect();
        for cause in &mut campaign.causes {
            for finding in &mut cause.findings {
                let waives = |w: &&&Waiver| w.what.covers(&cause.title, finding.property);
                finding.waived = waivers.iter().find(waives).map(|waiver| waiver.reason.clone());
            }
        }
    }
}

/// A line of the file.
fn waiver(line: &str) -> Result<Waiver, String> {
    let faulty = || "a waiver is TARGET \"CAUSE\" REASON or TARGET PROPERTIES REASON".to_string();
    let (target, rest) = line.split_once(char::is_whitespace).ok_or_else(faulty)?;
    let rest = rest.trim_start();
    let (what, reason) = match rest.strip_prefix('"') {
        Some(quoted) => {
            let (title, reason) = quoted.split_once('"').ok_or_else(faulty)?;
            (Waived::Cause(title.to_string()), reason)
        }
        None => {
            let (properties, reason) = rest.split_once(char::is_whitespace).ok_or_else(faulty)?;
            (Waived::Properties(properties.parse()?), reason)
        }
    };
    match reason.trim() {
        "" => Err(faulty()),
        reason => Ok(Waiver { target: target.to_string(), what, reason: reason.to_string() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waivers_have_a_target_properties_and_a_reason() {
        let waivers = Waivers::parse("# known\n\napron:oct:d 17,22-23 rounding, by design\n");
        let waivers = waivers.map_err(|_| "damaged").unwrap().0;
        assert_eq!((waivers.len(), waivers[0].reason.as_str()), (1, "rounding, by design"));
    }

    #[test]
    fn a_waiver_names_a_cause() {
        let waivers = Waivers::parse("apron:oct:d \"equal cannot tell where it holds\" rounding");
        let waivers = waivers.map_err(|_| "damaged").unwrap().0;
        assert!(waivers[0].what.covers("equal says no where it holds", 17));
        assert!(!waivers[0].what.covers("join loses points", 17));
    }

    #[test]
    fn faults_name_their_line() {
        let fault = |text: &str| Waivers::parse(text).err().expect("it is damaged");
        let expected = "line 1: a waiver is TARGET \"CAUSE\" REASON or TARGET PROPERTIES REASON";
        assert_eq!(fault("apron:oct:d 17"), expected);
        assert_eq!(fault("apron:oct:d \"widen does not end\""), expected);
        assert!(fault("\nx nonsense why").starts_with("line 2: there is no property"));
    }
}
