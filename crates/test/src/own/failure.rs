//! What a failing test says: every cause, with its properties and its smallest trace.

use std::fmt;

use soundline_fuzz::{Campaign, Cause, Finding, property};

/// Campaigns of which some found something.
pub struct Failure<'a>(pub &'a [Campaign]);

impl fmt::Display for Failure<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for campaign in self.0.iter().filter(|campaign| !campaign.causes.is_empty()) {
            let (tests, causes) = (campaign.totals().tests, campaign.causes.len());
            let plural = if causes == 1 { "" } else { "s" };
            writeln!(f, "{}: {causes} cause{plural} after {tests} tests", campaign.target)?;
            for (position, cause) in campaign.causes.iter().enumerate() {
                write_cause(f, position + 1, cause)?;
            }
        }
        f.write_str("\nA trace can be stored in a file and run again: `cargo run -- replay FILE`.")
    }
}

fn write_cause(f: &mut fmt::Formatter, number: usize, cause: &Cause) -> fmt::Result {
    writeln!(f, "\n{number}. {}", cause.title)?;
    let properties = cause.properties();
    let numbers: Vec<String> = properties.iter().map(|number| format!("P{number}")).collect();
    let noun = if numbers.len() == 1 { "property" } else { "properties" };
    writeln!(f, "   {} {noun}: {}", numbers.len(), numbers.join(" "))?;
    cause.findings.first().map_or(Ok(()), |smallest| write_finding(f, smallest))
}

fn write_finding(f: &mut fmt::Formatter, finding: &Finding) -> fmt::Result {
    if let Some(property) = property::get(finding.property) {
        let (id, class) = (property.id(), property.class);
        writeln!(f, "   {id} {} ({class}): {}\n", property.name, property.statement)?;
    }
    for line in finding.trace.to_string().lines() {
        writeln!(f, "   {line}")?;
    }
    let (ending, what) = (finding.outcome.ending, &finding.outcome.what);
    match &finding.outcome.place {
        Some(place) if !ending.is_verdict() => writeln!(f, "\n   {place} {what}"),
        _ => writeln!(f, "\n   {what}"),
    }?;
    for region in &finding.outcome.regions {
        let constraints: Vec<String> = region.constraints.iter().map(|c| c.to_string()).collect();
        let shown = if constraints.is_empty() { "⊤".into() } else { constraints.join(" ∧ ") };
        writeln!(f, "   {} = {shown}", region.name)?;
    }
    if let Some(point) = &finding.outcome.point {
        let coordinates: Vec<String> = point.iter().map(|c| c.to_string()).collect();
        writeln!(f, "   at ({})", coordinates.join(", "))?;
    }
    Ok(())
}
