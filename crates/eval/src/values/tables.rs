//! What was measured, as tables: versions side by side, what changed between them, and ours beside others.

use super::contestants::Family;
use serde::Serialize;
use soundline_report::grid::Grid;
use soundline_report::schema;
use soundline_report::text::folded;
use soundline_test::command::screen::HEAD;
use soundline_values::{OperatorRow, Precision, Verdict};
use std::cmp::Ordering;
use std::fmt::Write;

/// A domain that was measured.
pub struct Column {
    pub name: String,
    pub family: Family,
    /// What it says about itself.
    pub about: String,
    pub rows: Vec<OperatorRow>,
}

/// All that was measured.
pub struct Comparison {
    pub width: u32,
    pub columns: Vec<Column>,
    pub missing: Vec<String>,
}

impl Column {
    /// Does anything contradict what is claimed?
    pub fn has_findings(&self) -> bool {
        self.rows.iter().any(|row| row.findings().next().is_some())
    }

    /// The row of an operator of ours, by its name here.
    fn row(&self, operator: &str) -> Option<&OperatorRow> {
        let other = SYNONYMS.iter().find(|(ours, _)| *ours == operator).map(|(_, other)| *other);
        let of = |title: &str| self.rows.iter().find(|row| row.title() == title);
        let (word, to) = operator.split_once(' ').unwrap_or((operator, ""));
        let converted = SYNONYMS.iter().find(|(ours, _)| *ours == word && !to.is_empty());
        of(operator)
            .or_else(|| other.and_then(of))
            .or_else(|| converted.and_then(|(_, other)| of(&format!("{other} {to}"))))
    }
}

/// What LLVM's `ConstantRange` calls our operators.
const SYNONYMS: [(&str, &str); 8] = [
    ("mul", "multiply"),
    ("and", "binaryAnd"),
    ("or", "binaryOr"),
    ("xor", "binaryXor"),
    ("not", "binaryNot"),
    ("zext", "zeroExtend"),
    ("sext", "signExtend"),
    ("trunc", "truncate"),
];

/// How precise an operator is, in a cell: the share of best results and the mean excess.
fn cell(row: Option<&OperatorRow>, with_excess: bool) -> String {
    let Some(row) = row else { return "–".into() };
    if row.ended.is_some() {
        return "ends".into();
    }
    if row.sound.fails() {
        return "not sound".into();
    }
    match row.precision.filter(|precision| precision.of > 0 && !precision.at_least) {
        None => "–".into(),
        Some(precision) if precision.optimal == precision.of => "100 %".into(),
        Some(precision) if with_excess => {
            format!("{} {:.3}", percent(&precision), precision.excess)
        }
        Some(precision) => percent(&precision),
    }
}

/// Rounded down, so that not all of them seem best.
fn percent(precision: &Precision) -> String {
    format!("{:.1} %", (precision.percent() * 10.0).floor() / 10.0)
}

/// Is the first more precise? By the share of best results, then by the mean excess. Nothing if that is not known of both.
fn more_precise(one: &OperatorRow, other: &OperatorRow) -> Option<Ordering> {
    let known = |row: &OperatorRow| row.precision.filter(|p| p.of > 0 && !p.at_least);
    let (one, other) = (known(one)?, known(other)?);
    let shares = (u128::from(one.optimal) * u128::from(other.of))
        .cmp(&(u128::from(other.optimal) * u128::from(one.of)));
    Some(shares.then(other.excess.total_cmp(&one.excess)))
}

/// What changed from one version to the next.
#[derive(Debug, Default, PartialEq, Eq, Serialize)]
struct Change {
    from: String,
    to: String,
    new: Vec<String>,
    gone: Vec<String>,
    sound_now: Vec<String>,
    not_sound_now: Vec<String>,
    returns_now: Vec<String>,
    ends_now: Vec<String>,
    more_precise: Vec<String>,
    less_precise: Vec<String>,
}

impl Change {
    fn between(before: &Column, after: &Column) -> Change {
        let mut change =
            Change { from: before.name.clone(), to: after.name.clone(), ..Change::default() };
        let find = |column: &'_ Column, row: &OperatorRow| {
            column.rows.iter().position(|other| other.title() == row.title())
        };
        for row in &before.rows {
            if find(after, row).is_none() {
                change.gone.push(row.title());
            }
        }
        for row in &after.rows {
            let Some(old) = find(before, row).map(|place| &before.rows[place]) else {
                change.new.push(row.title());
                continue;
            };
            match (old.ended.is_some(), row.ended.is_some()) {
                (true, false) => change.returns_now.push(row.title()),
                (false, true) => change.ends_now.push(row.title()),
                _ => {}
            }
            match (old.sound, row.sound) {
                (Verdict::Fails(_), Verdict::Proved) => change.sound_now.push(row.title()),
                (_, Verdict::Fails(_)) if !old.sound.fails() => {
                    change.not_sound_now.push(row.title());
                }
                _ => {}
            }
            let told = || {
                format!("{} ({} → {})", row.title(), cell(Some(old), true), cell(Some(row), true))
            };
            match more_precise(row, old) {
                Some(Ordering::Greater) => change.more_precise.push(told()),
                Some(Ordering::Less) => change.less_precise.push(told()),
                _ => {}
            }
        }
        change
    }

    fn text(&self) -> String {
        let lists = [
            ("new", &self.new),
            ("gone", &self.gone),
            ("sound now", &self.sound_now),
            ("not sound any more", &self.not_sound_now),
            ("returns now", &self.returns_now),
            ("ends now", &self.ends_now),
            ("more precise", &self.more_precise),
            ("less precise", &self.less_precise),
        ];
        let mut text = format!("{} to {}", self.from, self.to);
        let told = lists.iter().filter(|(_, list)| !list.is_empty());
        let mut lines: Vec<String> =
            told.map(|(what, list)| format!("{what}: {}", list.join(", "))).collect();
        if lines.is_empty() {
            lines.push("nothing changed".into());
        }
        for line in lines {
            let _ = write!(text, "\n  {}", folded(&line, 4));
        }
        text.push('\n');
        text
    }
}

/// An operator of ours that is less precise than that of another.
#[derive(Debug, PartialEq, Eq, Serialize)]
struct Behind {
    operator: String,
    ours: String,
    other: String,
}

impl Comparison {
    fn of(&self, families: &[Family]) -> Vec<&Column> {
        self.columns.iter().filter(|column| families.contains(&column.family)).collect()
    }

    /// The versions that are compared with each other, with the name of what they are versions of.
    fn versions(&self) -> Vec<(&'static str, Vec<&Column>)> {
        let families = [
            ("KnownBits", Family::KnownBits),
            ("ConstantRange", Family::ConstantRange),
            ("Libraries", Family::Given),
        ];
        let all = families.map(|(name, family)| (name, self.of(&[family])));
        all.into_iter().filter(|(_, columns)| columns.len() > 1).collect()
    }

    /// Ours, and the newest of the others that have the same elements.
    fn beside(&self) -> Vec<(&'static str, Vec<&Column>)> {
        let newest = |family| self.of(&[family]).pop();
        let bits = [newest(Family::KnownBits), newest(Family::Tnum)];
        let segments = [newest(Family::ConstantRange)];
        let mut groups = Vec::new();
        for (name, ours, others) in [
            ("Patterns of bits", Family::OwnBits, &bits[..]),
            ("Segments", Family::OwnSegments, &segments[..]),
        ] {
            let mut columns = self.of(&[ours]);
            columns.extend(others.iter().flatten());
            if columns.iter().any(|column| column.family != ours) && self.columns.len() > 1 {
                groups.push((name, columns));
            }
        }
        groups
    }

    fn changes(&self) -> Vec<(&'static str, Change)> {
        let mut changes = Vec::new();
        for (name, columns) in self.versions() {
            for pair in columns.windows(2) {
                changes.push((name, Change::between(pair[0], pair[1])));
            }
        }
        changes
    }

    /// Where the best of ours is less precise than another.
    fn behind(&self) -> Vec<Behind> {
        let mut behind = Vec::new();
        for (_, columns) in self.beside() {
            let is_ours =
                |column: &&&Column| matches!(column.family, Family::OwnBits | Family::OwnSegments);
            for operator in operators_of(&columns[..1]) {
                let ours = columns.iter().filter(is_ours).filter_map(|column| {
                    Some((column, column.row(&operator).filter(|row| row.precision.is_some())?))
                });
                let best = ours.reduce(|best, next| match more_precise(next.1, best.1) {
                    Some(Ordering::Greater) => next,
                    _ => best,
                });
                let Some((mine, row)) = best else { continue };
                for column in columns.iter().filter(|column| !is_ours(column)) {
                    let Some(other) = column.row(&operator) else { continue };
                    if more_precise(row, other) == Some(Ordering::Less) {
                        behind.push(Behind {
                            operator: operator.clone(),
                            ours: format!("{} {}", mine.name, cell(Some(row), true)),
                            other: format!("{} {}", column.name, cell(Some(other), true)),
                        });
                    }
                }
            }
        }
        behind
    }

    /// For people.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for (name, columns) in self.versions() {
            let title = format!("{name} at width {}: best results", self.width);
            let note = "Rows in which all versions reach 100 % or cannot tell are left out; –: there is no such \
                        operator, or its results cannot be listed";
            let dull = |cell: &String| matches!(cell.as_str(), "100 %" | "–");
            let _ = writeln!(text, "{}", grid(&title, &columns, None, false, note, dull).text());
            for (_, change) in self.changes().iter().filter(|(of, _)| *of == name) {
                let _ = writeln!(text, "{}", change.text());
            }
        }
        for (name, columns) in self.beside() {
            let title =
                format!("{name} at width {}: best results, mean log2 of the excess", self.width);
            let note = "sdiv, srem: ours are defined for the least number and -1, LLVM's are not";
            let operators = operators_of(&columns[..1]);
            let dull = |cell: &String| cell == "–";
            let grid = grid(&title, &columns, Some(operators), true, note, dull);
            let _ = writeln!(text, "{}", grid.text());
        }
        if !self.beside().is_empty() {
            let behind = self.behind();
            let _ = write!(text, "{HEAD}less precise than others{HEAD:#}");
            match behind.is_empty() {
                true => text.push_str(": none of our operators\n"),
                false => text.push('\n'),
            }
            for Behind { operator, ours, other } in behind {
                let _ = writeln!(text, "  {operator}: {ours}, {other}");
            }
        }
        text
    }

    /// For machines; the schema is documented in `docs/json.md`.
    pub fn json(&self) -> String {
        #[derive(Serialize)]
        struct Domain<'a> {
            name: &'a str,
            about: &'a str,
            operators: Vec<OperatorRow>,
        }
        #[derive(Serialize)]
        struct Named<'a> {
            of: &'a str,
            #[serde(flatten)]
            change: Change,
        }
        #[derive(Serialize)]
        struct Document<'a> {
            width: u32,
            missing: &'a [String],
            domains: Vec<Domain<'a>>,
            changes: Vec<Named<'a>>,
            behind: Vec<Behind>,
        }
        // Times differ between equal runs.
        let timeless = |row: &OperatorRow| OperatorRow { seconds: 0.0, ..row.clone() };
        let domain = |column: &'_ Column| column.rows.iter().map(timeless).collect();
        let domains = self.columns.iter().map(|column| Domain {
            name: &column.name,
            about: &column.about,
            operators: domain(column),
        });
        let changes = self.changes().into_iter().map(|(of, change)| Named { of, change });
        schema::document(
            "soundline-eval-values/1",
            &Document {
                width: self.width,
                missing: &self.missing,
                domains: domains.collect(),
                changes: changes.collect(),
                behind: self.behind(),
            },
        )
    }
}

/// All operators of some columns, in their order.
fn operators_of(columns: &[&Column]) -> Vec<String> {
    let mut operators: Vec<String> = Vec::new();
    for row in columns.iter().rev().flat_map(|column| &column.rows) {
        if !operators.contains(&row.title()) {
            operators.push(row.title());
        }
    }
    operators
}

/// A table of columns, without rows of which all cells are dull.
fn grid(
    title: &str,
    columns: &[&Column],
    operators: Option<Vec<String>>,
    with_excess: bool,
    note: &str,
    dull: impl Fn(&String) -> bool,
) -> Grid {
    let rows = operators.unwrap_or_else(|| operators_of(columns)).into_iter().map(|operator| {
        let cells = columns.iter().map(|column| cell(column.row(&operator), with_excess));
        let cells: Vec<String> = cells.collect();
        (operator, cells)
    });
    Grid {
        title: title.into(),
        corner: "operator".into(),
        columns: columns.iter().map(|column| column.name.clone()).collect(),
        rows: rows.filter(|(_, cells)| !cells.iter().all(&dull)).collect(),
        note: note.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(operator: &str, sound: Verdict, optimal: u64) -> OperatorRow {
        let precision = Precision { optimal, of: 10, excess: 0.5, at_least: false };
        OperatorRow {
            operator: operator.into(),
            width: 4,
            to: None,
            elements: Some(81),
            results: 10,
            sound,
            monotone: Verdict::Open,
            strict: Verdict::Open,
            commutative: Verdict::Open,
            in_place: Verdict::Open,
            precision: Some(precision),
            claims: vec![],
            examples: vec![],
            ended: None,
            seconds: 0.0,
        }
    }

    fn column(name: &str, family: Family, rows: Vec<OperatorRow>) -> Column {
        Column { name: name.into(), family, about: String::new(), rows }
    }

    #[test]
    fn what_changed_from_version_to_version_is_told() {
        let (proved, fails) = (Verdict::Proved, Verdict::Fails(3));
        let old = vec![row("abs", fails, 5), row("mul", proved, 5), row("old", proved, 10)];
        let new = vec![row("abs", proved, 5), row("mul", proved, 6), row("urem", proved, 10)];
        let change =
            Change::between(&column("A", Family::Given, old), &column("B", Family::Given, new));
        assert_eq!(
            change.text(),
            "A to B\n  new: urem\n  gone: old\n  sound now: abs\n  more precise: mul (50.0 % 0.500 → 60.0 % 0.500)\n"
        );
    }

    #[test]
    fn the_best_of_ours_is_compared_under_the_names_of_others() {
        let compare = |others: u64| Comparison {
            width: 4,
            columns: vec![
                column(
                    "LLVM 19",
                    Family::ConstantRange,
                    vec![row("multiply", Verdict::Proved, others)],
                ),
                column("our wrapped", Family::OwnSegments, vec![row("mul", Verdict::Proved, 7)]),
            ],
            missing: vec![],
        };
        assert_eq!(compare(7).behind(), []);
        let behind = compare(8).behind();
        assert_eq!((behind.len(), &*behind[0].other), (1, "LLVM 19 80.0 % 0.500"));
        assert!(compare(8).text().contains("mul: our wrapped 70.0 % 0.500, LLVM 19 80.0 % 0.500"));
        assert!(compare(6).text().contains("none of our operators"));
    }
}
