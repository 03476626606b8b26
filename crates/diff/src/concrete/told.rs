//! What the driver tells about its runs.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

/// An input: what a function such as `__VERIFIER_nondet_int` returned.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Input {
    /// The last part of the function's name.
    pub kind: String,
    /// Its bits.
    pub raw: u64,
}

/// As a C programmer would write it, for instance `int -3`.
impl fmt::Display for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Input { kind, raw } = self;
        match kind.as_str() {
            "char" | "schar" | "S8" => write!(f, "{kind} {}", *raw as i8),
            "short" => write!(f, "{kind} {}", *raw as i16),
            "int" | "S32" => write!(f, "{kind} {}", *raw as i32),
            "longlong" | "loff_t" => write!(f, "{kind} {}", *raw as i64),
            "float" => write!(f, "{kind} {}", f32::from_bits(*raw as u32)),
            "double" => write!(f, "{kind} {}", f64::from_bits(*raw)),
            // How wide it is depends on the data model; all ones are minus one in both.
            "long" if *raw > u64::from(u32::MAX) => write!(f, "{kind} {}", *raw as i64),
            _ => write!(f, "{kind} {raw}"),
        }
    }
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunEnd {
    /// The program ended.
    Finished,
    /// An assumption did not hold: there is no such run.
    Excluded,
    /// A sanitizer stopped it, or a signal.
    Undefined,
    /// It took too much memory, stack, or too many inputs.
    Exhausted,
    /// It took too long.
    TimedOut,
}

impl RunEnd {
    /// Whether all that was seen counts: there was no undefined behaviour.
    pub fn is_defined(self) -> bool {
        matches!(self, RunEnd::Finished | RunEnd::Excluded | RunEnd::TimedOut)
    }
}

impl RunEnd {
    const ALL: [(&'static str, RunEnd); 5] = [
        ("finished", RunEnd::Finished),
        ("excluded", RunEnd::Excluded),
        ("undefined", RunEnd::Undefined),
        ("exhausted", RunEnd::Exhausted),
        ("timed-out", RunEnd::TimedOut),
    ];

    fn named(word: &str) -> Option<RunEnd> {
        RunEnd::ALL.iter().find(|(name, _)| *name == word).map(|(_, end)| *end)
    }
}

/// One run that showed something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// How it ended.
    pub end: RunEnd,
    /// The exit code of a program that called `exit` or returned from `main`.
    pub code: Option<i32>,
    /// What a sanitizer said.
    pub reason: Option<String>,
    /// All its inputs.
    pub inputs: Vec<Input>,
    /// The checks that failed, with the number of inputs that had been used by then.
    pub failed: Vec<(usize, usize)>,
    /// The bits of the different values that each watched expression had, in order of appearance.
    pub seen: BTreeMap<usize, Vec<u64>>,
    /// Every single value of watched expressions, if that was asked for.
    pub events: Vec<(usize, u64)>,
}

impl Run {
    /// The inputs up to the failure of a check, if it failed.
    pub fn inputs_until(&self, check: usize) -> Option<&[Input]> {
        let (_, used) = self.failed.iter().find(|(failed, _)| *failed == check)?;
        self.inputs.get(..*used)
    }
}

/// All that the driver told.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Told {
    /// The runs that showed something new.
    pub news: Vec<Run>,
    /// How many runs there were.
    pub runs: u64,
    /// Whether these were all that there are, each to its end.
    pub complete: bool,
    /// How many were stopped because behaviour was undefined.
    pub undefined: u64,
    /// How many assumptions excluded.
    pub excluded: u64,
    /// Made of all values of expressions in all runs.
    pub digest: u64,
}

impl Told {
    /// Reads the driver's report; none if it is not whole.
    pub(super) fn read(report: &str) -> Option<Told> {
        let mut told = Told::default();
        let mut is_done = false;
        for line in report.lines() {
            let (word, rest) = line.split_once(' ')?;
            match word {
                "run" => told.news.push(Run {
                    end: RunEnd::named(rest.split(' ').nth(1)?)?,
                    code: None,
                    reason: None,
                    inputs: Vec::new(),
                    failed: Vec::new(),
                    seen: BTreeMap::new(),
                    events: Vec::new(),
                }),
                "code" => told.news.last_mut()?.code = Some(rest.parse().ok()?),
                "reason" => told.news.last_mut()?.reason = Some(rest.to_string()),
                "input" => {
                    let (kind, raw) = rest.split_once(' ')?;
                    let input = Input { kind: kind.to_string(), raw: raw.parse().ok()? };
                    told.news.last_mut()?.inputs.push(input);
                }
                "failed" => {
                    let (check, used) = rest.split_once(' ')?;
                    let failed = (check.parse().ok()?, used.parse().ok()?);
                    told.news.last_mut()?.failed.push(failed);
                }
                "saw" | "event" => {
                    let (site, value) = rest.split_once(' ')?;
                    let (site, value) = (site.parse().ok()?, value.parse().ok()?);
                    let run = told.news.last_mut()?;
                    match word {
                        "saw" => run.seen.entry(site).or_default().push(value),
                        _ => run.events.push((site, value)),
                    }
                }
                "done" => {
                    let words: Vec<&str> = rest.split(' ').collect();
                    let number = |place: usize| words.get(place)?.parse::<u64>().ok();
                    (told.runs, told.complete) = (number(0)?, number(1)? == 1);
                    (told.excluded, told.undefined) = (number(5)?, number(7)?);
                    told.digest = number(13)?;
                    is_done = true;
                }
                _ => return None,
            }
        }
        is_done.then_some(told)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_whole_report() {
        let report = "run 5 undefined\nreason v.c:4:75: runtime error: index 9\ninput uchar 255\n\
                      failed 3 0\nfailed 4 1\nsaw 7 1\nsaw 7 2\nevent 7 1\n\
                      run 6 finished\ncode 3\n\
                      done 20 0 finished 1 excluded 2 undefined 3 exhausted 4 timed-out 10 digest 77\n";
        let told = Told::read(report).expect("it is whole");
        assert_eq!((told.runs, told.complete, told.excluded, told.undefined), (20, false, 2, 3));
        assert_eq!(told.digest, 77);
        let run = &told.news[0];
        assert_eq!(run.end, RunEnd::Undefined);
        assert_eq!(run.inputs_until(3).map(<[Input]>::len), Some(0));
        assert_eq!(run.inputs_until(4).map(|inputs| inputs[0].raw), Some(255));
        assert_eq!(run.inputs_until(5), None);
        assert_eq!((&run.seen[&7][..], &run.events[..]), (&[1, 2][..], &[(7, 1)][..]));
        assert_eq!((run.code, told.news[1].code), (None, Some(3)));
    }

    #[test]
    fn rubbish_is_no_report() {
        for rubbish in
            ["", "run 0 finished\n", "run 0 gone\n", "input int 3\n", "done x\n", "hello\n"]
        {
            assert_eq!(Told::read(rubbish), None, "{rubbish}");
        }
    }
}
