//! What it is worth that nothing was found.
//!
//! Tests that never met their precondition tell nothing, and even those that did exclude only failure
//! rates, under this generator. A report that says "passed" hides both.

use soundline_fuzz::Campaign;
use soundline_fuzz::campaign::{Row, Unconfirmed};

use super::number::{grouped, percent};

/// What a row came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// There are findings.
    Found,
    /// Tests failed, and did not fail again when they were run alone.
    Unconfirmed,
    /// Nothing was found, and the precondition held in some tests.
    Held,
    /// The run ended before its first test.
    Untested,
    /// The precondition never held: nothing was tested.
    Vacuous,
    /// All tests were refused or doubtful.
    Undecided,
    /// All tests failed beyond what the library promises.
    Beyond,
}

impl Standing {
    /// The standing of a property in a campaign that is over.
    pub fn in_campaign(campaign: &Campaign, row: &Row) -> Standing {
        if campaign.is_unconfirmed(row) { Standing::Unconfirmed } else { Standing::of(row) }
    }

    /// The standing of a property by its counts alone.
    pub fn of(row: &Row) -> Standing {
        let counts = &row.counts;
        if counts.tests == 0 {
            Standing::Untested
        } else if counts.findings() > 0 {
            Standing::Found
        } else if counts.held > 0 {
            Standing::Held
        } else if counts.doubtful + counts.refused > 0 {
            Standing::Undecided
        } else if counts.beyond > 0 {
            Standing::Beyond
        } else {
            Standing::Vacuous
        }
    }

    /// The word for it in reports.
    pub fn word(self) -> &'static str {
        match self {
            Standing::Found => "violated",
            Standing::Unconfirmed => "unconfirmed",
            Standing::Held => "held",
            Standing::Untested => "untested",
            Standing::Vacuous => "vacuous",
            Standing::Undecided => "undecided",
            Standing::Beyond => "beyond",
        }
    }
}

/// What is no finding and yet worth a look, in sentences: failures beyond the contract of the library,
/// and what was not confirmed.
pub fn apart(campaign: &Campaign) -> Vec<String> {
    beyond(campaign).into_iter().chain(campaign.unconfirmed.iter().map(unconfirmed)).collect()
}

fn beyond(campaign: &Campaign) -> Option<String> {
    let rows: Vec<&Row> = campaign.rows.iter().filter(|row| row.counts.beyond > 0).collect();
    let tests: u64 = rows.iter().map(|row| row.counts.beyond).sum();
    let ids: Vec<String> = rows.iter().map(|row| row.property().id()).collect();
    (tests > 0).then(|| {
        format!(
            "Beyond the contract: {} failed where the documentation promises nothing, in {}.",
            counted(tests as usize, "test", "tests"),
            ids.join(" "),
        )
    })
}

/// A test that was not confirmed, in a sentence.
pub fn unconfirmed(test: &Unconfirmed) -> String {
    let (property, ending, index) = (test.property, test.ending, test.index);
    format!("Not confirmed: P{property} ({ending}) in test {index}: {}.", test.reason)
}

/// The failure rate of a property that its tests exclude at 95 %. That supposes tests which were drawn
/// independently of each other, none of which was set aside: guided search draws from what it saw.
pub fn excluded_rate(campaign: &Campaign, row: &Row) -> Option<f64> {
    let independent = !campaign.config.search.is_guided();
    (independent && row.counts.beyond == 0).then(|| row.counts.excluded_rate())?
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
    (places > 0 && campaign.config.search.is_guided()).then(|| {
        format!("Tests were guided by {} counters in the code under test.", grouped(places))
    })
}

fn excluded(campaign: &Campaign) -> Option<String> {
    let rates = campaign.rows.iter().filter_map(|row| Some((excluded_rate(campaign, row)?, row)));
    let weakest = rates.clone().max_by(|one, other| one.0.total_cmp(&other.0))?;
    let strongest = rates.clone().min_by(|one, other| one.0.total_cmp(&other.0))?;
    let held = rates.count();
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
        let standing_of = |row: &&Row| Standing::in_campaign(campaign, row);
        let rows = campaign.rows.iter().filter(move |row| standing_of(row) == standing);
        rows.map(|row| row.property().id()).collect::<Vec<_>>().join(", ")
    };
    let (vacuous, undecided) = (with(Standing::Vacuous), with(Standing::Undecided));
    let untested = with(Standing::Untested);
    let mut sentences = Vec::new();
    if !untested.is_empty() {
        sentences.push(format!("Not tested, because the run ended before: {untested}."));
    }
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
pub fn counted(count: usize, one: &str, several: &str) -> String {
    format!("{} {}", grouped(count as u64), if count == 1 { one } else { several })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;
    use expect_test::expect;
    use soundline_fuzz::Search;

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

    /// Guided search draws from what it saw, so that the rule of three says nothing.
    #[test]
    fn rates_are_excluded_only_where_tests_are_independent() {
        let mut clean = sample::clean();
        assert!(clean.rows.iter().any(|row| excluded_rate(&clean, row).is_some()));
        clean.config.search = Search::Guided;
        assert!(clean.rows.iter().all(|row| excluded_rate(&clean, row).is_none()));
        assert!(!statement(&clean).join(" ").contains("excluded"));
        let shaky = sample::shaky();
        let row = |number| shaky.rows.iter().find(|row| row.property == number).expect("a row");
        assert_eq!(excluded_rate(&shaky, row(31)), None, "some tests were set aside");
        assert_eq!(excluded_rate(&shaky, row(12)), None, "a test failed");
    }

    #[test]
    fn what_is_no_finding_stands_apart() {
        let shaky = sample::shaky();
        let standing = |number: u16| {
            let row = shaky.rows.iter().find(|row| row.property == number).expect("a row");
            Standing::in_campaign(&shaky, row)
        };
        assert_eq!(standing(12), Standing::Unconfirmed);
        assert_eq!(standing(29), Standing::Beyond);
        assert_eq!(standing(31), Standing::Held);
        let table = shaky.table_three();
        assert_eq!((table.soundness, table.precision, table.broken), (0, 0, 0));
    }

    #[test]
    fn rows_without_tests_say_why() {
        let mut clean = sample::clean();
        clean.rows[0].counts = Default::default();
        assert_eq!(Standing::of(&clean.rows[0]), Standing::Untested);
        let text = statement(&clean).join(" ");
        assert!(text.contains("Not tested, because the run ended before: P1."), "{text}");
    }

    #[test]
    fn rates_read_well() {
        assert_eq!(one_in(0.00075), "1 in 1\u{202f}333");
        assert_eq!(one_in(0.95), "95 %");
        assert_eq!(one_in(f64::NAN), "–");
    }
}
