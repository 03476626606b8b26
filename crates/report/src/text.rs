//! The summary for a terminal, at most [`WIDTH`] columns wide where the data allow it.
//!
//! Styles are handed in: nothing here knows whether it writes to a terminal, a file or a pipe.

mod table;

pub use table::{header, row, table_three};

use anstyle::Style;
use soundline_fuzz::campaign::{Cause, Row, StopReason};
use soundline_fuzz::{Campaign, Ending, Finding};

use super::number::{duration, grouped};
use super::style::Styles;
use super::worth::{Standing, apart, counted, statement};

/// Columns of a terminal that nobody made wider.
pub const WIDTH: usize = 80;

pub(super) fn styled(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

/// Everything about a run: a table and the findings of each target, then the paper's Table 3.
///
/// Only rows with something to tell are shown unless `verbose`.
pub fn summary(campaigns: &[Campaign], verbose: bool, styles: &Styles) -> String {
    let mut text = String::new();
    for campaign in campaigns {
        text.push_str(&target(campaign, verbose, styles));
        text.push('\n');
    }
    text.push_str(&table_three(campaigns, styles));
    text
}

/// One target.
pub fn target(campaign: &Campaign, verbose: bool, styles: &Styles) -> String {
    let version = campaign.version.as_deref().unwrap_or("version unknown");
    let heading = styled(styles.heading, &campaign.target);
    let facts = format!(
        "{version}, seed {}, {} tests in {}{}",
        campaign.seed,
        grouped(campaign.totals().tests),
        duration(campaign.elapsed_millis),
        stopped(campaign),
    );
    let mut text = format!("{heading}  {}\n", styled(styles.quiet, &facts));
    let shown: Vec<&Row> =
        campaign.rows.iter().filter(|row| verbose || is_interesting(campaign, row)).collect();
    if !shown.is_empty() {
        text.push_str(&header(styles));
        for row in &shown {
            text.push_str(&table::standing_row(row, Standing::in_campaign(campaign, row), styles));
        }
    }
    let hidden = campaign.rows.len() - shown.len();
    if hidden > 0 {
        let others = if shown.is_empty() { "" } else { " other" };
        let note = match hidden {
            1 => format!("1{others} property held.\n"),
            _ => format!("{hidden}{others} properties held.\n"),
        };
        text.push_str(&styled(styles.quiet, &note));
    }
    if campaign.causes.is_empty() {
        text.push_str(&worth(campaign, styles));
    } else {
        campaign.causes.iter().for_each(|found| text.push_str(&cause(found, styles)));
    }
    for sentence in apart(campaign) {
        text.push_str(&styled(styles.doubtful, &wrapped(&sentence, 2)));
    }
    text
}

fn stopped(campaign: &Campaign) -> String {
    match (campaign.stop, &campaign.trouble) {
        (StopReason::Budget, _) => String::new(),
        (StopReason::Interrupted, _) => ", interrupted".to_string(),
        (StopReason::Broken, None) => ", the target could not be tested any further".to_string(),
        (StopReason::Partial, None) => ", parts are missing".to_string(),
        (StopReason::Partial, Some(which)) => format!(", {which}"),
        (StopReason::Broken, Some(why)) => {
            format!(", the target could not be tested any further: {why}")
        }
    }
}

/// Would a reader miss this row?
fn is_interesting(campaign: &Campaign, row: &Row) -> bool {
    let counts = &row.counts;
    Standing::in_campaign(campaign, row) != Standing::Held
        || counts.doubtful > 0
        || counts.refused > 0
}

/// Nothing was found: what that is worth.
fn worth(campaign: &Campaign, styles: &Styles) -> String {
    let mut text = format!("{}\n", styled(styles.good, "Nothing was found."));
    for sentence in statement(campaign) {
        text.push_str(&wrapped(&sentence, 2));
    }
    text
}

/// Findings of one cause that are listed with what was seen.
const LISTED: usize = 4;

/// Findings of one cause, with the smallest trace.
fn cause(cause: &Cause, styles: &Styles) -> String {
    let properties = counted(cause.properties().len(), "property", "properties");
    let waived = if cause.is_waived() { ", waived" } else { "" };
    let style = if cause.is_waived() { styles.quiet } else { styles.bad };
    let mut text = format!("\n{}", styled(style, &cause.title));
    text.push_str(&format!(" (one cause, {properties}{waived})\n"));
    // One crash is one row, in however many properties it shows.
    let crash = cause.findings.first().is_some_and(|found| !found.outcome.ending.is_verdict());
    let listed: Vec<&Finding> =
        cause.findings.iter().take(if crash { 1 } else { LISTED }).collect();
    for found in &listed {
        text.push_str(&wrapped(&sentence(found), 2));
    }
    let shown = |number: &u16| listed.iter().any(|found| found.property == *number);
    let others: Vec<u16> = cause.properties().into_iter().filter(|number| !shown(number)).collect();
    if !others.is_empty() {
        let numbers: Vec<String> = others.iter().map(|number| format!("P{number}")).collect();
        let more = format!("and {} more: {}", others.len(), numbers.join(" "));
        text.push_str(&wrapped(&more, 2));
    }
    if let Some(smallest) = cause.findings.first() {
        for line in smallest.trace.to_string().lines() {
            text.push_str(&format!("    {line}\n"));
        }
    }
    text
}

/// A finding in a line: property, what was seen, why it is accepted.
pub(super) fn sentence(found: &Finding) -> String {
    let ending = match found.outcome.ending {
        Ending::Violated => String::new(),
        _ => format!("{}: ", found.outcome),
    };
    let waived = found.waived.as_ref().map_or(String::new(), |why| format!(" [waived: {why}]"));
    let seen = found.outcome.what.as_str();
    let what = if found.outcome.to_string() == seen { "" } else { seen };
    format!("P{}: {ending}{what}{waived}", found.property).trim_end_matches(": ").to_string()
}

/// Words in lines of at most [`WIDTH`] columns; those after the first are indented, the first one by
/// whoever prints it.
pub fn folded(text: &str, indent: usize) -> String {
    let mut lines = String::new();
    let mut length = indent;
    for word in text.split(' ') {
        let width = word.chars().count();
        if length > indent && length + 1 + width > WIDTH {
            lines.push_str(&format!("\n{:indent$}", ""));
            length = indent;
        } else if length > indent {
            lines.push(' ');
            length += 1;
        }
        lines.push_str(word);
        length += width;
    }
    lines
}

/// Words in lines, all of them indented.
fn wrapped(text: &str, indent: usize) -> String {
    let mut lines = String::new();
    let mut line = " ".repeat(indent);
    for word in text.split(' ') {
        let length = line.chars().count();
        if length > indent && length + 1 + word.chars().count() > WIDTH {
            lines.push_str(&line);
            lines.push('\n');
            line = " ".repeat(indent + 2);
        } else if length > indent && !line.ends_with(' ') {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.push_str(&line);
    lines.push('\n');
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;
    use expect_test::expect;

    fn plain(text: &str) -> String {
        text.replace('\u{202f}', "_")
    }

    #[test]
    fn a_run_with_findings() {
        let text = summary(&[sample::octagons(), sample::intervals()], false, &Styles::plain());
        expect![[r#"
            apron:oct:d  0.9.10, seed 1, 239_432 tests in 1 min 01 s
                   property            tests    met  viol  inex doubt  dead  slow   first
            P8   S join covers left     5210   100%    14     ·     ·     ·     ·    1.4s
            P12  P join idempotent      5204   100%     3     ·     ·     ·     ·    9.1s
            P17  P meet with top        5202   100%     1     ·     7     ·     ·   31.4s
            43 other properties held.

            join drops a bound (one cause, 2 properties)
              P8: x ⊑ x ⊔ y does not hold
              P12: x ⊔ x = x does not hold
                # soundline trace 1
                target apron:oct:d
                vars 2
                p0 = constraint x0 >= 0 and x1 >= 0 and -x0 - x1 + 4 >= 0
                p1 = constraint x0 - 3 >= 0 and -x0 + 6 >= 0 and x1 - 1 >= 0 and -x1 + 3 >= 0
                check P8 x=p0 y=p1

            rounding of large constants (one cause, 1 property)
              P17: ⊤ ⊓ x = x does not hold
                # soundline trace 1
                target apron:oct:d
                vars 8
                p0 = constraint -x0 - x5 + 1 >= 0
                p1 = assign p0 x2 := -9223372036854775808
                p2 = constraint x0 + 9223372036854775807 >= 0
                p3 = meet p2 p1
                touch p3 is_bottom
                check P17 x=p3

            apron:box:d  0.9.10, seed 1, 1_968_210 tests in 1 min 01 s, interrupted
                   property            tests    met  viol  inex doubt  dead  slow   first
            P6   P join with bottom    48.0k   100%   812     ·     ·     ·     ·    12ms
            P31  P widening by bottom  48.0k     0%     ·     ·     · 48.0k     ·     3ms
            P33  C widening converges  48.0k    99%     ·     ·     ·     ·     2   22.0s
            38 other properties held.

            SIGSEGV in widen with ⊥ (one cause, 1 property)
              P31: SIGSEGV
                # soundline trace 1
                target apron:box:d
                vars 1
                p0 = constraint x0 >= 0
                check P31 x=p0

            join with ⊥ is imprecise (one cause, 1 property, waived)
              P6: ⊥ ⊔ x = x does not hold [waived: fixed upstream, see <issue 12>]
                # soundline trace 1
                target apron:box:d
                vars 1
                p0 = constraint x0 + 10 >= 0 and -x0 - 5 >= 0
                p1 = bottom
                p2 = join p1 p0
                check P6 x=p0

            widening does not end (one cause, 1 property)
              P33: timed out: no end
                # soundline trace 1
                target apron:box:d
                vars 1
                p0 = top
                check P33 x=p0 chain=p0

            target      tested   S /  P / crash  causes
            apron:oct:d     46   1 /  2 /     0  2: join drops a bound; rounding of large…
            apron:box:d     41   0 /  1 /     2  3: SIGSEGV in widen with ⊥; join with ⊥…
        "#]]
        .assert_eq(&plain(&text));
    }

    #[test]
    fn a_run_without_findings() {
        let text = summary(&[sample::clean()], false, &Styles::plain());
        expect![[r#"
            octagons:exact  0.1.0, seed 1, 946_124 tests in 1 min 01 s
                   property            tests    met  viol  inex doubt  dead  slow   first
            P26  P disjoint elements…  21.0k     0%     ·     ·     ·     ·     ·  vacuous
            P35  S assign keeps poin…    900   100%     ·     ·   900     ·     ·  undecided
            44 other properties held.
            Nothing was found.
              946_124 tests of 46 properties were run; the precondition held in 89 %.
              For the 44 properties without a finding, failure rates above 1 in 7_013 (P8)
                to 1 in 3_507 (P4) are excluded at 95 % under this generator.
              Operations: top 912_345, bottom 456_172, constraint 304_115, join 228_086,
                meet 182_469, widen 152_057, narrow 130_335, assign 114_043, parallel assign
                101_371, forget 91_234, guard 82_940, embed 76_028.
              Operands, of 16_384 sampled: ⊥ 5.0 %, ⊤ 7.3 %, others 88 %.
              Vacuous, not passed, because no precondition ever held: P26. Undecided,
                because the library vouched for no answer: P35.

            target         tested   S /  P / crash  causes
            octagons:exact     46   0 /  0 /     0  –
        "#]]
        .assert_eq(&plain(&text));
    }

    #[test]
    fn verbose_shows_every_row_in_eighty_columns() {
        let campaigns = sample::run();
        let text = summary(&campaigns, true, &Styles::plain());
        let rows: usize = campaigns.iter().map(|campaign| campaign.rows.len()).sum();
        let is_row =
            |line: &&str| line.starts_with('P') && line.contains(" in ") || line.contains('%');
        assert!(text.lines().filter(is_row).count() >= rows);
        for line in text.lines().filter(|line| !line.starts_with("    ")) {
            assert!(line.chars().count() <= WIDTH, "{} columns: {line}", line.chars().count());
        }
    }

    #[test]
    fn styles_change_nothing_but_the_looks() {
        let campaigns = sample::run();
        let coloured = summary(&campaigns, true, &Styles::coloured());
        assert!(coloured.contains("\u{1b}["));
        let mut bare = String::new();
        let mut inside = false;
        for character in coloured.chars() {
            match (inside, character) {
                (_, '\u{1b}') => inside = true,
                (true, 'm') => inside = false,
                (true, _) => {}
                (false, _) => bare.push(character),
            }
        }
        assert_eq!(bare, summary(&campaigns, true, &Styles::plain()));
    }
}
