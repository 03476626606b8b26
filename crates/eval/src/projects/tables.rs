//! The figures as tables for people and for programs.

use soundline_report::grid::Grid;
use soundline_report::schema::list;

use super::measure::Figures;

/// For programs.
pub fn json(all: &[Figures]) -> String {
    list("soundline-eval-projects/1", "projects", all)
}

/// As text: what was found, what it rests on, and what it cost.
pub fn text(all: &[Figures], jobs: u16) -> String {
    let grids = [found(all), rests(all), cost(all, jobs)];
    grids.iter().map(|grid| grid.clone().text() + "\n").collect()
}

fn found(all: &[Figures]) -> Grid {
    let columns = [
        "files",
        "checks",
        "verified",
        "under assumptions",
        "roots",
        "of these contracts",
        "definite",
        "continue",
        "roots/continue",
    ];
    let row = |figures: &Figures| {
        let files = match figures.left_out {
            0 => figures.files.to_string(),
            left => format!("{} of {}", figures.files, figures.files + left),
        };
        let roots = figures.may_fail + figures.definitely_fail;
        let counts = [
            figures.checks,
            figures.verified,
            figures.verified_under_assumptions,
            roots,
            figures.contracts,
            figures.definitely_fail,
            figures.may_fail_continued,
        ];
        let counts = counts.map(|count| count.to_string()).to_vec();
        let share = ratio(roots as f64, figures.may_fail_continued as f64);
        (figures.project.clone(), [vec![files], counts, vec![share]].concat())
    };
    Grid {
        title: "What is found".into(),
        columns: columns.map(str::to_owned).to_vec(),
        rows: all.iter().map(row).collect(),
        note: "continue: what may fail with --after-error continue".into(),
        ..Grid::default()
    }
}

fn rests(all: &[Figures]) -> Grid {
    let mut kinds: Vec<&String> =
        all.iter().flat_map(|figures| figures.assumptions.keys()).collect();
    kinds.sort();
    kinds.dedup();
    let row = |figures: &Figures| {
        let count =
            |kind: &&String| figures.assumptions.get(*kind).copied().unwrap_or(0).to_string();
        (figures.project.clone(), kinds.iter().map(count).collect())
    };
    Grid {
        title: "Checks that are verified under assumptions of each kind".into(),
        columns: kinds.iter().map(|kind| (*kind).clone()).collect(),
        rows: all.iter().map(row).collect(),
        ..Grid::default()
    }
}

fn cost(all: &[Figures], jobs: u16) -> Grid {
    let columns = [
        "cpu".to_owned(),
        "cpu/continue".to_owned(),
        "1 job".to_owned(),
        format!("{jobs} jobs"),
        "again".to_owned(),
        "after an edit".to_owned(),
        "memory".to_owned(),
        "same".to_owned(),
    ];
    let row = |figures: &Figures| {
        let seconds = |time: f64| format!("{time:.1} s");
        let cells = vec![
            seconds(figures.cpu_seconds),
            ratio(figures.cpu_seconds, figures.cpu_seconds_continued),
            seconds(figures.seconds_one_job),
            seconds(figures.seconds_several_jobs),
            seconds(figures.seconds_again),
            seconds(figures.seconds_after_edit),
            format!("{} MB", figures.memory_megabytes),
            if figures.same { "yes" } else { "no" }.to_owned(),
        ];
        (figures.project.clone(), cells)
    };
    Grid {
        title: "What it costs".into(),
        columns: columns.to_vec(),
        rows: all.iter().map(row).collect(),
        note: "cpu: processor time of one job. again: from the cache. same: jobs and cache print what one job prints".into(),
        ..Grid::default()
    }
}

fn ratio(one: f64, other: f64) -> String {
    if other > 0.0 { format!("{:.2}", one / other) } else { "·".into() }
}
