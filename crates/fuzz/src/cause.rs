//! Which findings have one cause, as far as it can be told from their smallest traces.

use crate::campaign::{Ending, Finding};
use crate::engine::Judged;

/// The cause of a finding in words; findings with the same words have one cause.
pub fn title(finding: &Finding) -> String {
    let place = finding.place.as_deref().unwrap_or("an operation");
    match &finding.ending {
        Ending::Died(how) => format!("{place} kills the process: {how}"),
        Ending::TimedOut => format!("{place} does not end"),
        Ending::OutOfMemory => format!("{place} takes all memory"),
        Ending::Inexact => match &finding.place {
            Some(place) => format!("{place}, flagged inexact"),
            None => "a comparison is flagged inexact".to_string(),
        },
        Ending::Violated => {
            if let Some(place) = &finding.place {
                return place.clone();
            }
            let mut kinds: Vec<&str> =
                finding.trace.operations().map(|operation| operation.kind().name()).collect();
            kinds.sort_unstable();
            kinds.dedup();
            format!("violation with {}", kinds.join(", "))
        }
    }
}

/// Where something happened, before it is shrunk.
pub(crate) fn place_title(judged: &Judged) -> String {
    format!("{:?} {}", judged.mark, judged.place.as_deref().unwrap_or("?"))
}
