//! Tables in columns: the rows of properties, which also appear while a run goes on, and the
//! paper's Table 3.

use soundline_fuzz::Campaign;
use soundline_fuzz::campaign::Row;

use super::{Styles, styled};
use crate::number::{duration, grouped, percent};
use crate::worth::Standing;

/// Columns of the name of a property.
const STATEMENT: usize = 18;

/// The heading of the rows.
pub fn header(styles: &Styles) -> String {
    let columns =
        ["", "", "property", "tests", "met", "viol", "inex", "doubt", "dead", "slow", "first"]
            .map(str::to_string);
    format!("{}\n", styled(styles.quiet, &line(&columns)))
}

/// A property: class, name, tests, preconditions met, violations, flagged inexact, doubtful, crashes (out of
/// memory among them), timeouts, time to the first.
pub fn row(row: &Row, styles: &Styles) -> String {
    standing_row(row, Standing::of(row), styles)
}

/// The same, with what it came to.
pub(super) fn standing_row(row: &Row, standing: Standing, styles: &Styles) -> String {
    let (property, counts) = (row.property(), &row.counts);
    let count = |count: u64| if count == 0 { "·".to_string() } else { compact(count) };
    let columns = [
        property.id(),
        property.class.letter().to_string(),
        shortened(property.name, STATEMENT),
        compact(counts.tests),
        percent(counts.met(), counts.tests).replace(' ', ""),
        count(counts.violated + counts.wrong_answers),
        count(counts.inexact),
        count(counts.doubtful),
        count(counts.died + counts.out_of_memory),
        count(counts.timed_out),
        row.first_millis.map_or(String::new(), |millis| duration(millis).replace(' ', "")),
    ];
    let style = match standing {
        Standing::Found => styles.bad,
        Standing::Held => styles.quiet,
        _ => styles.doubtful,
    };
    let note = match standing {
        Standing::Found | Standing::Held => String::new(),
        other => format!("  {}", other.word()),
    };
    format!("{}\n", styled(style, &format!("{}{note}", line(&columns))))
}

fn line(columns: &[String; 11]) -> String {
    let [id, class, statement, tests, met, violated, inexact, doubtful, died, slow, first] =
        columns;
    let line = format!(
        "{id:<4} {class:<1} {statement:<STATEMENT$} {tests:>6} {met:>6} {violated:>5} {inexact:>5} \
         {doubtful:>5} {died:>5} {slow:>5} {first:>7}"
    );
    line.trim_end().to_string()
}

/// Five columns are enough for any count: `48 000` is `48.0k`.
fn compact(count: u64) -> String {
    match count {
        0..10_000 => count.to_string(),
        10_000..1_000_000 => format!("{:.1}k", count as f64 / 1e3),
        1_000_000..1_000_000_000 => format!("{:.1}M", count as f64 / 1e6),
        _ => format!("{:.1}G", count as f64 / 1e9),
    }
}

fn shortened(text: &str, columns: usize) -> String {
    if text.chars().count() <= columns {
        return text.to_string();
    }
    let kept: String = text.chars().take(columns - 1).collect();
    format!("{}…", kept.trim_end())
}

/// A row for each target as in Table 3 of the ASE'18 paper: properties tested, violated soundness
/// properties, violated others, and properties whose tests crashed or timed out.
pub fn table_three(campaigns: &[Campaign], styles: &Styles) -> String {
    let names = campaigns.iter().map(|campaign| campaign.target.chars().count());
    let name = names.max().unwrap_or(0).clamp(6, 32);
    let heading = format!("{:<name$} {:>6}   {:>14}  causes", "target", "tested", "S /  P / crash");
    let mut text = format!("{}\n", styled(styles.heading, &heading));
    for campaign in campaigns {
        let table = campaign.table_three();
        let found = table.soundness + table.precision + table.broken;
        let violated =
            format!("{} / {:>2} / {:>5}", table.soundness, table.precision, table.broken);
        let room = super::WIDTH - name - 28;
        let causes = match campaign.causes.len() {
            0 => "–".to_string(),
            1 => shortened(&campaign.causes[0].title, room),
            several => shortened(&format!("{several}: {}", titles(campaign)), room),
        };
        let style = if found > 0 { styles.bad } else { styles.good };
        let target = shortened(&campaign.target, name);
        let tested = grouped(table.tested as u64);
        text.push_str(&format!(
            "{target:<name$} {tested:>6}   {}  {causes}\n",
            styled(style, &format!("{violated:>14}")),
        ));
    }
    text
}

fn titles(campaign: &Campaign) -> String {
    campaign.causes.iter().map(|cause| cause.title.as_str()).collect::<Vec<_>>().join("; ")
}
