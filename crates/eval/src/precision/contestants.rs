//! Who takes part: our analyzer and Eva in several settings, and CBMC, which knows more and takes longer.

use soundline_diff::analyzer::{Analyzer, Catalogue, Missing, Search};
use soundline_isolate::Warden;
use soundline_test::command::Complaint;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Duration;

/// Of which analyzer, under which name, with which words for its configuration. Ours assume that errors before a check did not
/// happen, as Eva does; one of them does not.
const SETTINGS: [(&str, &str, &[&str]); 8] = [
    ("soundline:intervals", "soundline:fast", &["--fast"]),
    ("soundline:intervals", "soundline", &[]),
    ("soundline:intervals", "soundline:precise", &["--precise"]),
    ("soundline:intervals", "soundline:continue", &["--after-error", "continue"]),
    ("eva", "eva:0", &["-eva-precision", "0"]),
    ("eva", "eva:3", &["-eva-precision", "3"]),
    ("eva", "eva:11", &["-eva-precision", "11"]),
    ("cbmc", "cbmc", &[]),
];

/// How much of the time our analyzer takes before it tells what it knows.
const OWN_TIME: f64 = 0.85;

/// An assertion for our analyzer after which the condition holds, as it does for Eva. Programs in the shape of competitions
/// define others themselves.
const OURS: [&str; 2] =
    ["extern void __ikos_assert(int);", "__ikos_assert(/*soundline*/{condition})"];

/// The same for Eva: campaigns ask it about checks that do not hold afterwards.
const EVAS: [&str; 2] = [
    "/*@ requires soundline_check: condition != 0; assigns \\nothing; */\n\
     extern void soundline_check(int condition);",
    "soundline_check({condition})",
];

/// All that take part.
pub struct Contestants {
    /// Those that are on this machine.
    pub all: Vec<Analyzer>,
    /// Those that are not.
    pub missing: Vec<Missing>,
}

impl Contestants {
    /// Finds those of these names, or all, for programs that each get so much time.
    pub fn find(names: &[String], time: Duration) -> Result<Contestants, Complaint> {
        let complain =
            |error: std::io::Error| Complaint::new(format!("no temporary folder: {error}"));
        let known = SETTINGS.map(|(_, name, _)| name);
        if let Some(unknown) = names.iter().find(|name| !known.contains(&name.as_str())) {
            let known = known.join(", ");
            return Err(Complaint::new(format!("nobody is called `{unknown}`: there are {known}")));
        }
        let catalogue = Catalogue::built_in();
        let mut descriptions = Vec::new();
        for (of, name, words) in SETTINGS {
            if !names.is_empty() && !names.iter().any(|asked| asked == name) {
                continue;
            }
            let described = catalogue.all().iter().find(|description| description.name == of);
            let described = described.expect("it is built in");
            // Ours can say what it knows when its time is over, if it knows when that is.
            let own = format!("{}ms", time.mul_f64(OWN_TIME).as_millis());
            let timed: Vec<&str> = words.iter().copied().chain(["--time", &own]).collect();
            descriptions.push(Arc::new(match of {
                "soundline:intervals" => {
                    described.configured(name, &timed).checked_by(OURS[0], OURS[1])
                }
                "eva" => described.configured(name, words).checked_by(EVAS[0], EVAS[1]),
                _ => described.configured(name, words),
            }));
        }
        let program = std::env::current_exe().map_err(complain)?;
        let search = Search::new(Warden::at(&program), Some(program)).map_err(complain)?;
        let jobs = available_parallelism().map_or(1, usize::from);
        let mut found = Contestants { all: Vec::new(), missing: Vec::new() };
        for result in search.find_all(&descriptions, jobs) {
            match result {
                Ok(analyzer) => found.all.push(analyzer),
                Err(missing) => found.missing.push(missing),
            }
        }
        Ok(found)
    }
}
