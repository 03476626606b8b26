//! What holds unconditionally, as a correctness witness of format 2.0 (Ayaziová et al., "Software
//! verification witnesses 2.0", SPIN 2024): a YAML file that other verifiers validate.

use super::{Choice, Insertion, Listing, Loop, Spot, Spots};
use crate::{Analysis, Fact, FunctionReport, PointReport};
use soundline_c::{DataModel, Label, Program};
use std::fmt::{self, Display, Formatter};

/// What is said about the task, and by whom.
#[derive(Clone, Debug)]
pub struct Task {
    /// The file that was analyzed.
    pub file: String,
    /// The SHA-256 hash of its bytes, in hexadecimal.
    pub hash: String,
    /// What was to be verified, in the words of SV-COMP.
    pub specification: String,
    /// When, in ISO 8601.
    pub creation_time: String,
    /// The version of this program.
    pub version: String,
}

/// A correctness witness. Its text is YAML.
#[derive(Clone, Debug)]
pub struct Witness {
    task: Task,
    model: DataModel,
    invariants: Vec<Invariant>,
}

#[derive(Clone, Debug)]
struct Invariant {
    kind: &'static str,
    line: u32,
    column: usize,
    function: String,
    value: String,
}

impl Witness {
    /// What an analysis found that depends on no assumption. A place is left out if it is not in the file
    /// as it was given: what macros hide has no place there.
    pub fn new(
        program: &Program,
        analysis: &Analysis,
        listing: &Listing,
        choice: Choice,
        task: Task,
    ) -> Witness {
        let mut invariants = Vec::new();
        for report in &analysis.functions {
            let spots = Spots::new(program, program.function(report.function));
            let is_wanted = |point: &&PointReport| {
                point.provided.is_empty() && (choice == Choice::All || !point.redundant)
            };
            let known = report.points.iter().filter(is_wanted);
            invariants.extend(
                known.filter_map(|point| invariant(program, report, point, &spots, listing)),
            );
        }
        Witness { task, model: program.types.model(), invariants }
    }

    /// How many invariants it has. The format wants at least one.
    pub fn len(&self) -> usize {
        self.invariants.len()
    }

    /// Whether it says nothing.
    pub fn is_empty(&self) -> bool {
        self.invariants.is_empty()
    }

    /// A number like those of random identifiers, but the same for the same witness.
    fn uuid(&self) -> String {
        let text = format!("{:?}{:?}", self.task, self.invariants);
        // FNV-1a, once for each half.
        let half = |seed: u64| {
            text.bytes()
                .fold(seed, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
        };
        let (high, low) = (half(0xcbf2_9ce4_8422_2325), half(0x8422_2325_cbf2_9ce4));
        format!(
            "{:08x}-{:04x}-8{:03x}-{:04x}-{:012x}",
            high >> 32,
            high >> 16 & 0xffff,
            high & 0xfff,
            low >> 48 & 0x3fff | 0x8000,
            low & 0xffff_ffff_ffff
        )
    }
}

fn invariant(
    program: &Program,
    report: &FunctionReport,
    point: &PointReport,
    spots: &Spots,
    listing: &Listing,
) -> Option<Invariant> {
    let facts = &point.state.as_ref()?.facts;
    let spot = spots.at(point.label)?;
    let at = Where::of(spot, point.label, program, report)?;
    let said: Vec<String> = facts.iter().filter_map(|fact| sayable(fact, at, spots)).collect();
    let (kind, offset) = match at {
        Where::Loop(head) => ("loop_invariant", head.keyword),
        Where::Statement(offset) => ("location_invariant", offset),
    };
    let (line, column) = listing.exact(offset, 2)?;
    let function = report.name.clone();
    (!said.is_empty()).then(|| Invariant {
        kind,
        line,
        column: column + 1,
        function,
        value: said.join(" && "),
    })
}

/// Where the format has a place for an invariant.
#[derive(Clone, Copy)]
enum Where {
    /// At the keyword of a loop, meaning its head.
    Loop(Loop),
    /// Before a statement or declaration of a block.
    Statement(u32),
}

impl Where {
    /// The head of a `do` loop is after its body, which no place of the format means; labels belong to the
    /// statement behind them there.
    fn of(spot: &Spot, label: Label, program: &Program, report: &FunctionReport) -> Option<Where> {
        use soundline_c::PointKind;
        let cfg = program.function(report.function).cfg.as_ref()?;
        let kind = cfg.points.get(label.0 as usize)?.kind;
        match (spot.loop_head, kind, spot.insertion) {
            (Some(head), _, _) if !head.is_do && !spot.nested => Some(Where::Loop(head)),
            (None, PointKind::Statement, Insertion::Before(offset)) => {
                let plain = !spot.nested && !spot.labelled && !spot.before_loop;
                plain.then_some(Where::Statement(offset))
            }
            _ => None,
        }
    }
}

/// A fact in standard C. Variables that a loop declares are not known outside of it.
fn sayable(fact: &Fact, at: Where, spots: &Spots) -> Option<String> {
    let text = fact.to_c().filter(|text| !text.contains("__int128"))?;
    match at {
        Where::Loop(head) => {
            let inner = spots.declared_by(head);
            let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
            (!words.any(|word| inner.contains(&word))).then_some(text)
        }
        Where::Statement(_) => Some(text),
    }
}

impl Display for Witness {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Task { file, hash, specification, creation_time, version } = &self.task;
        let model = match self.model {
            DataModel::Ilp32 => "ILP32",
            DataModel::Lp64 => "LP64",
        };
        writeln!(f, "- entry_type: invariant_set")?;
        writeln!(f, "  metadata:")?;
        writeln!(f, "    format_version: \"2.0\"")?;
        writeln!(f, "    uuid: {}", self.uuid())?;
        writeln!(f, "    creation_time: {}", quoted(creation_time))?;
        writeln!(f, "    producer:")?;
        writeln!(f, "      name: Soundline")?;
        writeln!(f, "      version: {}", quoted(version))?;
        writeln!(f, "    task:")?;
        writeln!(f, "      input_files:")?;
        writeln!(f, "        - {}", quoted(file))?;
        writeln!(f, "      input_file_hashes:")?;
        writeln!(f, "        {}: {}", quoted(file), quoted(hash))?;
        writeln!(f, "      specification: {}", quoted(specification))?;
        writeln!(f, "      data_model: {model}")?;
        writeln!(f, "      language: C")?;
        match self.invariants.is_empty() {
            true => writeln!(f, "  content: []")?,
            false => writeln!(f, "  content:")?,
        }
        for invariant in &self.invariants {
            writeln!(f, "    - invariant:")?;
            writeln!(f, "        type: {}", invariant.kind)?;
            writeln!(f, "        location:")?;
            writeln!(f, "          file_name: {}", quoted(file))?;
            writeln!(f, "          line: {}", invariant.line)?;
            writeln!(f, "          column: {}", invariant.column)?;
            writeln!(f, "          function: {}", quoted(&invariant.function))?;
            writeln!(f, "        value: {}", quoted(&invariant.value))?;
            writeln!(f, "        format: c_expression")?;
        }
        Ok(())
    }
}

/// A JSON string is a YAML string.
fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_default()
}
