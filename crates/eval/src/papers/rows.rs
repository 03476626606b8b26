//! What `soundline eval papers` runs: a row for each table, figure and research question of docs/papers.md.
//!
//! A new row stands here and in the page, with the same first column and the same command; a test compares both.

use std::path::Path;

/// A published system that Soundline rebuilds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paper {
    Ase18,
    Stvr17,
    Sas16,
    Issta19,
}

impl Paper {
    pub const ALL: [Paper; 4] = [Paper::Ase18, Paper::Stvr17, Paper::Sas16, Paper::Issta19];

    /// The name by which rows are chosen.
    pub fn name(self) -> &'static str {
        match self {
            Paper::Ase18 => "ase18",
            Paper::Stvr17 => "stvr17",
            Paper::Sas16 => "sas16",
            Paper::Issta19 => "issta19",
        }
    }
}

/// A row of the page.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    pub paper: Paper,
    /// The name of the row, behind that of the paper.
    pub name: &'static str,
    /// The first column of the page.
    pub what: &'static str,
    pub how: How,
    /// Files that the command needs; it runs in a folder with them.
    pub files: &'static [(&'static str, &'static str)],
}

/// How the figures are made again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// By this program: the arguments, and further ones for a short and for a full run. The word `DIR` is the folder of the row.
    Soundline { command: &'static str, short: &'static str, full: &'static str },
    /// By a task of the repository.
    Repository(&'static str),
}

impl Row {
    /// The second column of the page, without its quotes.
    pub fn command(&self) -> String {
        match self.how {
            How::Soundline { command, .. } => format!("soundline {command}"),
            How::Repository(command) => command.into(),
        }
    }

    /// The name by which the row is chosen.
    pub fn id(&self) -> String {
        format!("{}-{}", self.paper.name(), self.name)
    }

    /// The results of another row that the command reads, in the folder of all rows.
    pub fn reads(&self) -> Option<&'static Path> {
        let How::Soundline { command, .. } = self.how else { return None };
        command.split_whitespace().find_map(|word| word.strip_prefix("../")).map(Path::new)
    }

    const fn with(self, files: &'static [(&'static str, &'static str)]) -> Row {
        Row { files, ..self }
    }
}

/// A row that this program makes.
const fn row(
    paper: Paper,
    name: &'static str,
    what: &'static str,
    [command, short, full]: [&'static str; 3],
) -> Row {
    Row { paper, name, what, how: How::Soundline { command, short, full }, files: &[] }
}

/// A row that the repository makes.
const fn task(paper: Paper, name: &'static str, what: &'static str, command: &'static str) -> Row {
    Row { paper, name, what, how: How::Repository(command), files: &[] }
}

const FIG5: (&str, &str) = ("fig5.trace", include_str!("../../papers/fig5.trace"));
const FIG6: (&str, &str) = ("fig6.trace", include_str!("../../papers/fig6.trace"));
const FIG1: (&str, &str) = ("fig1.c", include_str!("../../papers/fig1.c"));
const SEED: (&str, &str) = ("seed.c", include_str!("../../papers/seed.c"));

/// A campaign of our own analyzers on one variant.
const QUICK: &str = "--budget 1 --only soundline:intervals --only soundline:zones --reduce 0";
/// A campaign of all analyzers.
const LONG: &str = "--csmith 40 --concrete --time 1h";

use Paper::{Ase18, Issta19, Sas16, Stvr17};

/// All rows, in the order of the page.
pub const ROWS: &[Row] = &[
    row(
        Ase18,
        "fig1",
        "Fig. 1, soundness error by overflow",
        ["test seeded:octagon-overflow", "--budget 3000", "--time 10m"],
    ),
    row(
        Ase18,
        "fig2",
        "Fig. 2 and 4, drivers",
        ["test apron:oct:d --config C2 --properties 33", "--budget 3000", "--time 10m"],
    ),
    row(
        Ase18,
        "fig3",
        "Fig. 3, 46 properties",
        ["test octagons:exact --properties paper", "--budget 3000", "--time 10m"],
    ),
    row(
        Ase18,
        "table1",
        "Table 1, shapes of elements",
        ["test octagons:exact --config C1 --properties paper", "--budget 3000", "--time 10m"],
    ),
    row(
        Ase18,
        "table3",
        "Tables 2 and 3, APRON Double and Rll",
        ["eval apron", "--properties 5,17,22 --budget 60 --time-limit 100ms", "--time 1h"],
    ),
    row(Ase18, "fig5", "Fig. 5, imprecision", ["replay fig5.trace", "", ""]).with(&[FIG5]),
    row(Ase18, "fig6", "Fig. 6, a hang", ["replay fig6.trace", "--time-limit 1s", ""])
        .with(&[FIG6]),
    row(
        Ase18,
        "table4",
        "Table 4, seeded bugs",
        ["eval seeded paper --properties paper", "--budget 500", "--time 10m"],
    ),
    row(
        Ase18,
        "table5",
        "Table 5, ELINA",
        ["eval elina", "--properties 5,17,22 --budget 60 --time-limit 100ms", "--time 1h"],
    ),
    row(
        Ase18,
        "table6",
        "Tables 6 and 7, configurations",
        ["eval seeded paper --engine random --config all", "--budget 100", "--time 1m --seeds 3"],
    ),
    row(
        Ase18,
        "table8",
        "Table 8, libFuzzer alone",
        ["eval seeded paper --engine all", "--budget 150", "--time 1m --seeds 3"],
    ),
    row(Stvr17, "laws", "laws, Sect. 3", ["laws", "--cases 50", "--cases 100000"]),
    task(Stvr17, "fig1", "Fig. 1 and 2, the type lattice", "cargo test -p luatypes"),
    row(
        Stvr17,
        "fig4",
        "Fig. 4 to 6, the language of signatures",
        ["laws interval --class operator", "", "--cases 100000"],
    ),
    row(
        Stvr17,
        "examples",
        "up to ten counterexamples, Sect. 1",
        ["laws planted:leq-reflexive --examples 10", "", ""],
    ),
    row(
        Stvr17,
        "traces",
        "black-box traces of operations, Sect. 7",
        ["laws --traces", "--cases 20", "--cases 20000"],
    ),
    task(Stvr17, "properties", "the 985 properties of the case study", "cargo test -p luatypes"),
    task(Stvr17, "errors", "the errors that it found", "cargo test -p luatypes"),
    task(Stvr17, "table1", "Table I, coverage", "cargo xtask coverage"),
    row(Sas16, "fig1", "Fig. 1 to 3", ["analyze fig1.c --bound W0 --overflow assume-none", "", ""])
        .with(&[FIG1]),
    row(
        Sas16,
        "annotations",
        "Sect. 2 and 3.2, annotations for other tools",
        ["eval annotations DIR", "--only cbmc --time-limit 2s", ""],
    )
    .with(&[FIG1]),
    row(
        Sas16,
        "guards",
        "Sect. 4.2, under-approximating transformer",
        ["analyze fig1.c --max-guards 1 --at-guards under", "", ""],
    )
    .with(&[FIG1]),
    row(
        Sas16,
        "stages",
        "Sect. 4.3, bounding spurious errors",
        ["analyze fig1.c --escalate intervals,octagons", "", ""],
    )
    .with(&[FIG1]),
    row(Sas16, "table1", "Tables 1 and 2, Fig. 4", ["eval bounds DIR", "--rounds 1", "--rounds 5"])
        .with(&[FIG1, SEED]),
    row(
        Sas16,
        "fig5",
        "Fig. 5, classes of warnings",
        ["eval bounds DIR", "--rounds 1", "--rounds 5"],
    )
    .with(&[FIG1]),
    row(Sas16, "inference", "InfI, InfF, InfIF", ["eval bounds DIR", "--rounds 1", "--rounds 5"])
        .with(&[FIG1]),
    row(Issta19, "fig1", "Fig. 1, the workflow", ["diff run DIR", QUICK, LONG]).with(&[SEED]),
    task(Issta19, "fig2", "Fig. 2 and 5, issues", "cargo xtask findings"),
    row(Issta19, "fig3", "Fig. 3 and 4, issues by analyzer", ["diff run DIR", QUICK, LONG])
        .with(&[SEED]),
    row(Issta19, "table1", "Tables 1 and 4, relative precision", ["diff run DIR", QUICK, LONG])
        .with(&[SEED]),
    row(
        Issta19,
        "table2",
        "Tables 2 and 3, pairs",
        [
            "diff report ../issta19-fig1/soundline-out/diff --pair soundline:intervals soundline:zones",
            "",
            "",
        ],
    ),
    row(
        Issta19,
        "table5",
        "Table 5, the survey",
        ["diff survey", "--only soundline:intervals,soundline:zones", ""],
    ),
    row(
        Issta19,
        "table6",
        "Table 6, strategies",
        [
            "eval strategies DIR",
            "--budget 1 --only soundline:intervals --only soundline:zones",
            "--full",
        ],
    )
    .with(&[SEED]),
    row(
        Issta19,
        "table7",
        "Table 7, batches",
        [
            "eval batches DIR",
            "--sizes 1,2 --budget 1 --only soundline:intervals --only soundline:zones",
            "--full",
        ],
    )
    .with(&[SEED]),
    row(
        Issta19,
        "kinds",
        "Sect. 3.1 and 5.4, checks of pointers, buffers and aliases",
        ["diff run DIR --check-kinds all", QUICK, LONG],
    )
    .with(&[SEED]),
    row(
        Issta19,
        "tasks",
        "Sect. 5.1, SV-COMP's programs, 2 cores",
        ["diff run DIR --cores 2", QUICK, LONG],
    )
    .with(&[SEED]),
];

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = include_str!("../../../../docs/papers.md");

    /// The first two columns of the tables of the page.
    fn of_the_page() -> Vec<(String, String)> {
        let mut rows = Vec::new();
        let mut in_table = false;
        for line in PAGE.lines() {
            let cells: Vec<&str> =
                line.trim().trim_matches('|').split(" | ").map(str::trim).collect();
            if !line.starts_with("| ") {
                in_table &= line.starts_with('|');
            } else if in_table {
                rows.push((cells[0].to_string(), cells[1].replace('`', "")));
            } else {
                in_table = cells[0] == "in the paper";
            }
        }
        rows
    }

    #[test]
    fn the_page_and_the_command_have_the_same_rows() {
        let page = of_the_page();
        let rows: Vec<(String, String)> =
            ROWS.iter().map(|row| (row.what.to_string(), row.command())).collect();
        for row in &rows {
            assert!(page.contains(row), "docs/papers.md has no row `| {} | `{}` |`", row.0, row.1);
        }
        for row in &page {
            assert!(rows.contains(row), "rows.rs has no row for {row:?} of docs/papers.md");
        }
        assert_eq!(page, rows, "both are in the same order");
    }

    /// Each row of the page links to its output of a short run, made by the command that it has now.
    #[test]
    fn every_row_has_its_output() {
        let outputs = include_str!("../../../../docs/papers-output.md");
        for row in ROWS {
            let link = format!("](papers-output.md#{})", row.id());
            let line = PAGE.lines().find(|line| line.contains(&link));
            let line = line.unwrap_or_else(|| panic!("no row of docs/papers.md has {link}"));
            assert!(line.starts_with(&format!("| {} |", row.what)), "{line}");
            let heading = format!("\n## {}\n", row.id());
            let output = outputs.split_once(&heading).map(|(_, rest)| rest).unwrap_or_default();
            let output = output.split("\n## ").next().unwrap_or_default();
            let command = match row.how {
                How::Soundline { command, short, .. } => format!("soundline {command} {short}"),
                How::Repository(command) => command.into(),
            };
            let command = format!("\n$ {}\n", command.trim());
            assert!(output.contains(&command), "docs/papers-output.md, {}: no {command}", row.id());
        }
    }

    #[test]
    fn names_are_unique_and_commands_that_need_files_have_them() {
        for (index, row) in ROWS.iter().enumerate() {
            assert!(ROWS[..index].iter().all(|other| other.id() != row.id()), "{}", row.id());
            if let How::Soundline { command, .. } = row.how {
                let needs = command.contains(".c ")
                    || command.contains(".trace")
                    || command.contains("DIR");
                assert_eq!(needs, !row.files.is_empty(), "{command}");
            }
        }
    }
}
