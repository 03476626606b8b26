//! Fig. 5 of the paper: classes of warnings, in the functions where bounds make the largest difference.

use super::measure::{Figures, Run};
use serde_json::{Value, json};
use soundline_analyze::{CheckReport, Origin, Party, Status};
use soundline_report::number::grouped;
use soundline_test::command::screen::{DIM, HEAD};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// So many functions are looked at, as in the paper.
const MOST: usize = 10;
/// The letters of the paper, with what a warning depends on.
const NAMES: [(&str, &str); 4] =
    [("B", "the function itself"), ("P", "parameters"), ("F", "memory"), ("C", "calls")];

/// A function: the number of its program, and its number there.
pub type Place = (usize, usize);

/// How many warnings of each class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Classes(pub [u64; 4]);

impl Classes {
    /// Counts a warning. The paper's class B holds confirmed bugs; nobody confirms these, and it holds what the function computes
    /// by itself or what definitely fails.
    pub fn count(&mut self, check: &CheckReport) {
        let class = match check.origin {
            _ if check.status == Status::DefinitelyFails => 0,
            Some(Origin::Parameter) => 1,
            Some(Origin::Memory) => 2,
            Some(Origin::Call) => 3,
            Some(Origin::Arithmetic | Origin::Loop) | None => 0,
        };
        self.0[class] += 1;
    }

    /// Counts a contract that nobody checks, by whom it is about.
    pub fn count_contract(&mut self, party: Party) {
        let class = match party {
            Party::Function(_) | Party::Given(_) => 1,
            Party::Member(..) | Party::Variable(_) => 2,
            Party::Result(_) | Party::Output(..) | Party::Promise(_) => 3,
        };
        self.0[class] += 1;
    }

    fn add(&mut self, other: &Classes) {
        self.0.iter_mut().zip(other.0).for_each(|(own, other)| *own += other);
    }

    /// All of them.
    pub fn sum(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Those of high severity: what a function's author can do something about.
    pub fn severe(&self) -> u64 {
        self.0[0] + self.0[1]
    }
}

/// The functions with the largest difference between the tightest bound and none.
pub fn chosen(run: &Run) -> BTreeSet<Place> {
    let (Some(tight), Some(unbounded)) = (run.tightest(), run.unbounded()) else {
        return BTreeSet::new();
    };
    let of = |figures: &Figures, place: &Place| figures.classes.get(place).map_or(0, Classes::sum);
    let mut places: Vec<(u64, Place)> = unbounded
        .classes
        .keys()
        .map(|place| (of(unbounded, place).saturating_sub(of(tight, place)), *place))
        .filter(|(difference, _)| *difference > 0)
        .collect();
    places.sort_by_key(|(difference, place)| (std::cmp::Reverse(*difference), *place));
    places.into_iter().take(MOST).map(|(_, place)| place).collect()
}

/// The classes of a configuration in some functions.
pub fn sum<'c>(classes: &'c BTreeMap<Place, Classes>, places: &BTreeSet<Place>) -> Classes {
    let mut sum = Classes::default();
    let here = |(place, _): &(&'c Place, &'c Classes)| places.contains(place);
    classes.iter().filter(here).for_each(|(_, own)| sum.add(own));
    sum
}

/// The classes of a configuration in all functions.
pub fn all(classes: &BTreeMap<Place, Classes>) -> Classes {
    let mut sum = Classes::default();
    classes.values().for_each(|own| sum.add(own));
    sum
}

/// Fig. 5 as a table.
pub fn text(text: &mut String, run: &Run) {
    let places = chosen(run);
    let Some(unbounded) = run.unbounded().filter(|_| !places.is_empty()) else { return };
    let high = sum(&unbounded.classes, &places).severe().max(1);
    let count = places.len();
    let _ = writeln!(
        text,
        "\n{HEAD}{:<8} {:>6} {:>6} {:>6} {:>6} {:>8}   {:>7} {:>7} {:>7} {:>7}{HEAD:#}",
        "Fig. 5", "B", "P", "F", "C", "severe", "all B", "all P", "all F", "all C"
    );
    for row in run.rows.iter().chain(&run.filtered) {
        let Classes([b, p, f, c]) = sum(&row.classes, &places);
        let Classes([all_b, all_p, all_f, all_c]) = all(&row.classes);
        let severe = format!("{:.0} %", (b + p) as f64 * 100.0 / high as f64);
        let _ = writeln!(
            text,
            "{:<8} {b:>6} {p:>6} {f:>6} {c:>6} {severe:>8}   {:>7} {:>7} {:>7} {:>7}",
            row.configuration,
            grouped(all_b),
            grouped(all_p),
            grouped(all_f),
            grouped(all_c),
        );
    }
    let _ = writeln!(
        text,
        "{DIM}Warnings of the {count} functions with the largest difference between JWC0 and Inf,\n\
         and of all. They depend on the function itself or are definite (B), on\n\
         parameters (P), memory (F) or calls (C). Severe: B and P, of those of Inf. InfI:\n\
         contracts are inferred, and one that nobody checks is one warning. InfF, InfIF:\n\
         only warnings without an imprecise step before them.{DIM:#}"
    );
}

/// The same as data.
pub fn json(run: &Run) -> Value {
    let places = chosen(run);
    let classes = |classes: Classes| -> Value {
        NAMES
            .iter()
            .zip(classes.0)
            .map(|((name, _), count)| ((*name).to_owned(), json!(count)))
            .collect()
    };
    let rows = run.rows.iter().chain(&run.filtered).map(|row| {
        json!({
            "configuration": row.configuration,
            "chosen": classes(sum(&row.classes, &places)),
            "all": classes(all(&row.classes)),
        })
    });
    json!({ "functions": places.len(), "rows": rows.collect::<Vec<_>>() })
}

/// The same for a page.
pub fn html(out: &mut String, run: &Run) {
    let places = chosen(run);
    if places.is_empty() {
        return;
    }
    let _ = write!(
        out,
        "<h2>Classes of warnings</h2>\n<p>In the {} functions with the largest difference between JWC0 and Inf.</p>\n\
         <div class=\"scroll\"><table><thead><tr><th>Configuration</th>",
        places.len()
    );
    for (name, words) in NAMES {
        let _ = write!(out, "<th class=\"n\" title=\"{words}\">{name}</th>");
    }
    out.push_str("</tr></thead><tbody>\n");
    for row in run.rows.iter().chain(&run.filtered) {
        let _ = write!(out, "<tr><th scope=\"row\">{}</th>", row.configuration);
        for count in sum(&row.classes, &places).0 {
            let _ = write!(out, "<td class=\"n\">{}</td>", grouped(count));
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody></table></div>\n");
}

#[cfg(test)]
mod tests {
    use super::*;
    use soundline_analyze::DomainChoice;

    fn figures(configuration: &'static str, counts: &[[u64; 4]]) -> Figures {
        let classes = counts.iter().enumerate().map(|(at, one)| ((0, at), Classes(*one)));
        Figures { configuration, classes: classes.collect(), ..Figures::default() }
    }

    #[test]
    fn functions_with_the_largest_difference_are_chosen() {
        let inf: Vec<[u64; 4]> = (0..20).map(|n| [n, 1, 0, 0]).collect();
        let tight: Vec<[u64; 4]> = (0..20).map(|n| [n.min(5), 0, 0, 0]).collect();
        let run = Run {
            domain: DomainChoice::default(),
            files: 1,
            functions: 20,
            rows: vec![figures("JWC0", &tight), figures("Inf", &inf)],
            filtered: Vec::new(),
        };
        let places = chosen(&run);
        assert_eq!(places, (10..20).map(|at| (0, at)).collect());
        assert_eq!(sum(&run.rows[1].classes, &places), Classes([145, 10, 0, 0]));
        assert_eq!(sum(&run.rows[0].classes, &places), Classes([50, 0, 0, 0]));
        let mut shown = String::new();
        text(&mut shown, &run);
        assert!(shown.contains("32 %") && shown.contains("100 %"), "{shown}");
    }
}
