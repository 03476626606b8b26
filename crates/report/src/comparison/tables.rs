//! The tables of a campaign, in the shapes of the ISSTA'19 paper.

use soundline_diff::analyzer::{AnswerKind, Verdict};
use soundline_diff::campaign::Campaign;
use soundline_diff::findings::{Bar, Fault, Issues, Pairwise, Relative, Share, VERDICTS};

use crate::grid::Grid;
use crate::number::percent;

/// What every analyzer said, and what was found in it.
pub fn analyzers(campaign: &Campaign) -> Grid {
    let found = campaign.deviances();
    let count = campaign.analyzers.len();
    let unsound = Issues::count(count, Fault::Unsound, &found);
    let imprecise = Issues::count(count, Fault::Imprecise, &found);
    let number = |count: u64| if count == 0 { "·".to_string() } else { count.to_string() };
    let row = |analyzer: usize| {
        let answers = campaign.answers(analyzer);
        let mut cells: Vec<String> = AnswerKind::ALL
            .iter()
            .map(|kind| number(answers.get(kind).copied().unwrap_or(0)))
            .collect();
        cells.push(number(campaign.unasked(analyzer)));
        let (missed, spurious) = (&unsound.bars[analyzer], &imprecise.bars[analyzer]);
        cells.push(number(missed.must));
        cells.push(number(missed.total() - missed.must));
        cells.push(number(campaign.confirmed(analyzer, Fault::Unsound) as u64));
        cells.push(number(spurious.total()));
        cells.push(number(campaign.confirmed(analyzer, Fault::Imprecise) as u64));
        (campaign.analyzers[analyzer].name.clone(), cells)
    };
    let others = [
        "not asked",
        "must-unsound",
        "δ-unsound",
        "confirmed unsound",
        "δ-imprecise",
        "confirmed imprecise",
    ];
    let unasked = match (0..count).any(|analyzer| campaign.unasked(analyzer) > 0) {
        true => {
            " Not asked: two variants of the same seed in a row had taken too much time or memory."
        }
        false => "",
    };
    let grid = Grid {
        title: "What the analyzers said, and what was found in them".into(),
        corner: "analyzer".into(),
        columns: AnswerKind::ALL
            .map(AnswerKind::word)
            .iter()
            .chain(&others)
            .map(|word| word.to_string())
            .collect(),
        rows: (0..count).map(row).collect(),
        note: format!(
            "Endings are counted for whole variants; issues for single checks. Confirmed: the check failed in a \
             run (unsound), or held in all possible runs (imprecise).{unasked}"
        ),
    };
    grid.without_empty_columns()
}

/// Table 1: how often one proves what another proves.
pub fn relative_precision(campaign: &Campaign) -> Grid {
    let relative = Relative::precision(&campaign.table());
    matrix(campaign, &relative, "Relative precision: P(row says safe | column says safe)")
}

/// The same for unsafe.
pub fn relative_soundness(campaign: &Campaign) -> Grid {
    let relative = Relative::soundness(&campaign.table());
    matrix(campaign, &relative, "Relative soundness: P(row says unsafe | column says unsafe)")
}

fn matrix(campaign: &Campaign, relative: &Relative, title: &str) -> Grid {
    let cell = |share: &Share| match share.interval() {
        None => "–".to_string(),
        Some((low, high)) => {
            format!("{share}\n[{low:.2},{high:.2}]\n{}/{}", share.part, share.whole)
        }
    };
    let named = |(number, name): (usize, &String)| format!("{} {name}", number + 1);
    let names: Vec<String> =
        campaign.analyzers.iter().map(|analyzer| analyzer.name.clone()).collect();
    let rows = names.iter().enumerate().zip(&relative.shares);
    Grid {
        title: title.into(),
        corner: "A_i \\ A_j".into(),
        columns: (1..=names.len()).map(|number| number.to_string()).collect(),
        rows: rows
            .map(|(name, shares)| (named(name), shares.iter().map(cell).collect()))
            .collect(),
        note: "In brackets the 95 % interval of Wilson, then the counts. A dash: the column never said it. \
               Whole variants are counted."
            .into(),
    }
}

/// Tables 2 and 3: two analyzers compared.
pub fn pairwise(campaign: &Campaign, first: usize, second: usize) -> Grid {
    let pairwise = Pairwise::of(&campaign.table(), first, second);
    let cell = |one: Verdict, other: Verdict| {
        let share = pairwise.share(one, other);
        format!("{} ({})", percent(share.part, share.whole), share.part)
    };
    let row =
        |one: Verdict| (one.word().to_string(), VERDICTS.map(|other| cell(one, other)).to_vec());
    let name = |analyzer: usize| &campaign.analyzers[analyzer].name;
    Grid {
        title: format!("{} (rows) and {} (columns)", name(first), name(second)),
        corner: format!("{} \\ {}", name(first), name(second)),
        columns: VERDICTS.map(|verdict| verdict.word().to_string()).to_vec(),
        rows: VERDICTS.map(row).to_vec(),
        note: String::new(),
    }
}

/// The pair of different tools that contradicts itself most, if any does.
pub fn most_contradictory(campaign: &Campaign) -> Option<(usize, usize)> {
    let table = campaign.table();
    let count = campaign.analyzers.len();
    let pairs = (0..count).flat_map(|one| (one + 1..count).map(move |other| (one, other)));
    let contradictions =
        |pair: &(usize, usize)| Pairwise::of(&table, pair.0, pair.1).contradictions();
    pairs
        .filter(|pair| contradictions(pair) > 0)
        .max_by_key(|pair| (contradictions(pair), std::cmp::Reverse(*pair)))
}

/// Fig. 3 and 4 as numbers: issues by δ.
pub fn issues(campaign: &Campaign, fault: Fault) -> Grid {
    let found = Issues::count(campaign.analyzers.len(), fault, &campaign.deviances());
    let largest = found.largest_delta();
    let number = |count: u64| if count == 0 { "·".to_string() } else { count.to_string() };
    let cells = |bar: &Bar| {
        let must = (fault == Fault::Unsound).then_some(bar.must);
        let deltas = (1..=largest).map(|delta| bar.by_delta.get(&delta).copied().unwrap_or(0));
        must.into_iter().chain(deltas).map(number).collect()
    };
    let must = (fault == Fault::Unsound).then_some("must".to_string());
    let word = if fault == Fault::Unsound { "unsound" } else { "imprecise" };
    let rows = campaign.analyzers.iter().zip(&found.bars);
    Grid {
        title: match fault {
            Fault::Unsound => "Potential soundness issues by δ".into(),
            Fault::Imprecise => "Potential precision issues by δ".into(),
        },
        corner: "analyzer".into(),
        columns: must
            .into_iter()
            .chain((1..=largest).map(|delta| format!("{delta}-{word}")))
            .collect(),
        rows: rows.map(|(analyzer, bar)| (analyzer.name.clone(), cells(bar))).collect(),
        note: String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::sample;

    #[test]
    fn whoever_was_not_asked_is_counted() {
        let mut campaign = sample::campaign();
        assert!(!analyzers(&campaign).text().to_lowercase().contains("not asked"));
        campaign.variants[0].said[1] = None;
        let grid = analyzers(&campaign);
        let column = grid.columns.iter().position(|name| name == "not asked");
        let column = column.expect("there is such a column");
        assert_eq!((&grid.rows[0].1[column][..], &grid.rows[1].1[column][..]), ("·", "1"));
        assert!(grid.note.contains("Not asked: two variants"), "{}", grid.note);
    }
}
