//! Findings that are known and accepted, with a reason, in a file.

use std::path::Path;

use soundline_fuzz::Campaign;

use super::Properties;
use crate::command::Complaint;

/// The findings that a file waives.
pub struct Waivers(Vec<Waiver>);

struct Waiver {
    target: String,
    properties: Properties,
    reason: String,
}

impl Waivers {
    /// Read a file: a line for each, `TARGET PROPERTY[,PROPERTY...] REASON`; `#` starts a comment.
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
        let waiver = |(number, line): (usize, &str)| -> Result<Waiver, String> {
            let mut words = line.splitn(3, char::is_whitespace);
            let mut word = || words.next().map(str::trim).filter(|word| !word.is_empty());
            match (word(), word(), word()) {
                (Some(target), Some(properties), Some(reason)) => Ok(Waiver {
                    target: target.to_string(),
                    properties: properties
                        .parse()
                        .map_err(|fault| format!("line {number}: {fault}"))?,
                    reason: reason.to_string(),
                }),
                _ => Err(format!("line {number}: a waiver is TARGET PROPERTIES REASON")),
            }
        };
        meant.map(waiver).collect::<Result<_, _>>().map(Waivers)
    }

    /// Mark the findings that are waived.
    pub fn apply(&self, campaign: &mut Campaign) {
        let waivers = self.0.iter().filter(|waiver| waiver.target == campaign.target);
        let waivers: Vec<&Waiver> = waivers.collect();
        for finding in campaign.causes.iter_mut().flat_map(|cause| &mut cause.findings) {
            let property = soundline_fuzz::property::get(finding.property);
            let waives = |w: &&&Waiver| property.is_some_and(|p| w.properties.wants(p));
            finding.waived = waivers.iter().find(waives).map(|waiver| waiver.reason.clone());
        }
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
    fn faults_name_their_line() {
        let fault = |text: &str| Waivers::parse(text).err().expect("it is damaged");
        assert_eq!(fault("apron:oct:d 17"), "line 1: a waiver is TARGET PROPERTIES REASON");
        assert!(fault("\nx nonsense why").starts_with("line 2: there is no property"));
    }
}
