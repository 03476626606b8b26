//! What it is worth that nothing was found.
//!
//! Tests that never met their precondition tell nothing, and even those that did exclude only failure
//! rates, under this generator. A report that says "passed" hides both.

use soundline_fuzz::campaign::Row;
use soundline_fuzz::{Campaign, Search};

use super::number::{grouped, percent};

/// What a row came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// There are findings.
    Found,
    /// Nothing was found, and the precondition held in some tests.
    Held,
    /// The precondition never held: nothing was tested.
    Vacuous,
    /// All tests were refused or doubtful.
    Undecided,
}

impl Standing {
    /// The standing of a property.
    pub fn of(row: &Row) -> Standing {
        let counts = &row.counts;
        if counts.findings() > 0 {
            Standing::Found
        } else if counts.held > 0 {
            Standing::Held
        } else if counts.doubtful + counts.refused + counts.beyond == 0 {
            Standing::Vacuous
        } else {
            Standing::Undecided
        }
    }

    /// The word for it in reports.
    pub fn word(self) -> &'static str {
        match self {
            Standing::Found => "violated",
            Standing::Held => "held",
            Standing::Vacuous => "vacuous",
            Standing::Undecided => "undecided",
        }
    }
}

/// A failure rate as a reader would say it: `1 in 4 005`.
pub fn one_in(rate: f64) -> String {
    match rate {
        _ if !rate.is_finite() || rate <= 0.0 => "–".to_string(),
        _ if rate >= 0.5 => format!("{:.0} %", rate * 100.0),
        _ => format!("1 in {}", grouped((1.0 / rate).floor() as u64)),
    }
}

/// The statement about a campaign, one sentence per line.
pub fn statement(campaign: &Campaign) -> Vec<String> {
    let totals = campaign.totals();
    let mut sentences = vec![format!(
        "{} tests of {} were run; the precondition held in {}.",
        grouped(totals.tests),
        counted(campaign.rows.len(), "property", "properties"),
        percent(totals.met(), totals.tests),
    )];
    sentences.extend(excluded(campaign));
    sentences.extend(covered(campaign));
    sentences.extend(kinds(campaign));
    sentences.extend(silent(campaign));
    sentences.extend(guided(campaign));
    sentences
}

/// By what the tests were guided, if by code.
fn guided(campaign: &Campaign) -> Option<String> {
    let places = campaign.coverage.places;
    (places > 0 && campaign.config.search == Search::Guided).then(|| {
        format!("Tests were guided by {} counters in the code under test.", grouped(places))
    })
}

fn excluded(campaign: &Campaign) -> Option<String> {
    let rates = campaign.rows.iter().filter_map(|row| Some((row.counts.excluded_rate()?, row)));
    let weakest = rates.clone().max_by(|one, other| one.0.total_cmp(&other.0))?;
    let strongest = rates.min_by(|one, other| one.0.total_cmp(&other.0))?;
    let held = campaign.rows.iter().filter(|row| Standing::of(row) == Standing::Held).count();
    let range = if weakest.0 == strongest.0 {
        format!("above {}", one_in(weakest.0))
    } else {
        format!(
            "above {} ({}) to {} ({})",
            one_in(strongest.0),
            strongest.1.property().id(),
            one_in(weakest.0),
            weakest.1.property().id(),
        )
    };
    Some(format!(
        "For the {} without a finding, failure rates {range} are excluded at 95 % under this \
         generator.",
        counted(held, "property", "properties"),
    ))
}

fn covered(campaign: &Campaign) -> Option<String> {
    let ran = campaign.coverage.operations.iter().filter(|(_, count)| *count > 0);
    let each = ran.map(|(kind, count)| format!("{} {}", kind.name(), grouped(*count)));
    let list = each.collect::<Vec<_>>().join(", ");
    (!list.is_empty()).then(|| format!("Operations: {list}."))
}

fn kinds(campaign: &Campaign) -> Option<String> {
    let coverage = &campaign.coverage;
    let all = coverage.bottom + coverage.top + coverage.proper;
    (all > 0).then(|| {
        format!(
            "Operands, of {} sampled: ⊥ {}, ⊤ {}, others {}.",
            grouped(all),
            percent(coverage.bottom, all),
            percent(coverage.top, all),
            percent(coverage.proper, all),
        )
    })
}

fn silent(campaign: &Campaign) -> Option<String> {
    let with = |standing| {
        let rows = campaign.rows.iter().filter(move |row| Standing::of(row) == standing);
        rows.map(|row| row.property().id()).collect::<Vec<_>>().join(", ")
    };
    let (vacuous, undecided) = (with(Standing::Vacuous), with(Standing::Undecided));
    let mut sentences = Vec::new();
    if !vacuous.is_empty() {
        sentences
            .push(format!("Vacuous, not passed, because no precondition ever held: {vacuous}."));
    }
    if !undecided.is_empty() {
        sentences
            .push(format!("Undecided, because the library vouched for no answer: {undecided}."));
    }
    (!sentences.is_empty()).then(|| sentences.join(" "))
}

/// `1 property`, `2 properties`.
pub(crate) fn counted(count: usize, one: &str, several: &str) -> String {
    format!("{} {}", grouped(count as u64), if count == 1 { one } else { several })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;
    use expect_test::expect;

    #[test]
    fn a_clean_campaign_says_what_it_is_worth() {
        let text = statement(&sample::clean()).join("\n").replace('\u{202f}', " ");
        expect![[r#"
            946 124 tests of 46 properties were run; the precondition held in 89 %.
            For the 44 properties without a finding, failure rates above 1 in 7 013 (P8) to 1 in 3 507 (P4) are excluded at 95 % under this generator.
            Operations: top 912 345, bottom 456 172, constraint 304 115, join 228 086, meet 182 469, widen 152 057, narrow 130 335, assign 114 043, parallel assign 101 371, forget 91 234, guard 82 940, embed 76 028.
            Operands, of 16 384 sampled: ⊥ 5.0 %, ⊤ 7.3 %, others 88 %.
            Vacuous, not passed, because no precondition ever held: P26. Undecided, because the library vouched for no answer: P35."#]].assert_eq(&text);
    }

    #[test]
    fn rates_read_well() {
        assert_eq!(one_in(0.00075), "1 in 1\u{202f}333");
        assert_eq!(one_in(0.95), "95 %");
        assert_eq!(one_in(f64::NAN), "–");
    }
}
