//! What a run left behind.

use std::collections::BTreeMap;

/// A finished run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// How it ended.
    pub ending: Ending,
    /// The values that it got from `__VERIFIER_nondet_*`, in order: replaying them repeats it.
    pub inputs: Vec<i128>,
    /// For each number that was watched, the different values seen, in order of appearance and
    /// not more than 48.
    pub seen: BTreeMap<u32, Vec<i128>>,
    /// Every single value seen, if that was asked for.
    pub events: Vec<(u32, i128)>,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By itself, with this exit code.
    Finished(i32),
    /// At an assumption that does not hold.
    Assumption,
    /// At a check that does not hold.
    CheckFailed,
    /// At undefined behaviour; the first line of the complaint.
    Undefined(String),
    /// At a limit of time.
    TimedOut,
    /// Without room for its stack or heap.
    OutOfMemory,
    /// By a signal; `abort()` is one.
    Signal(i32),
    /// In a way that leaves no record.
    Lost,
}

impl Ending {
    /// Whether all that was seen counts: there was no undefined behaviour.
    pub fn is_defined(&self) -> bool {
        const ABORT: i32 = 6;
        match self {
            Ending::Finished(_) | Ending::Assumption | Ending::CheckFailed => true,
            Ending::TimedOut => true,
            Ending::Signal(signal) => *signal == ABORT,
            Ending::Undefined(_) | Ending::OutOfMemory | Ending::Lost => false,
        }
    }
}

/// Reads the record of the runtime, with the exit code and the error output of the process.
pub(super) fn read(record: &str, code: Option<i32>, complaint: &str) -> Run {
    let mut run = Run {
        ending: without_record(complaint),
        inputs: Vec::new(),
        seen: BTreeMap::new(),
        events: Vec::new(),
    };
    for line in record.lines() {
        let mut words = line.split(' ');
        let kind = words.next().unwrap_or_default();
        let numbers: Vec<i128> = words.filter_map(|word| word.parse().ok()).collect();
        match (kind, &numbers[..]) {
            ("n", [value]) => run.inputs.push(*value),
            ("s", [site, value]) => run.seen.entry(*site as u32).or_default().push(*value),
            ("e", [site, value]) => run.events.push((*site as u32, *value)),
            (kind, [detail]) => run.ending = ending(kind, *detail as i32, code, complaint),
            _ => {}
        }
    }
    run
}

/// gcc's two sanitizers are two libraries, and only one of them lets the runtime write its record.
fn without_record(complaint: &str) -> Ending {
    let telling = complaint.lines().find(|line| line.contains("runtime error"));
    telling.map_or(Ending::Lost, |line| Ending::Undefined(line.trim().to_owned()))
}

fn ending(kind: &str, detail: i32, code: Option<i32>, complaint: &str) -> Ending {
    match kind {
        "X" => Ending::Finished(code.unwrap_or(0)),
        "A" => Ending::Assumption,
        "F" => Ending::CheckFailed,
        "T" => Ending::TimedOut,
        "C" => Ending::Signal(detail),
        "U" if complaint.contains("stack-overflow") || complaint.contains("rss limit") => {
            Ending::OutOfMemory
        }
        "U" => {
            let telling = |line: &&str| line.contains("runtime error") || line.contains("ERROR");
            let line = complaint.lines().find(telling).unwrap_or("no complaint was printed");
            Ending::Undefined(line.trim().to_owned())
        }
        _ => Ending::Lost,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_read() {
        let run = read("n -3\nn 4\ns 7 1\ns 7 -2\ne 7 1\nX 0\n", Some(5), "");
        assert_eq!(run.ending, Ending::Finished(5));
        assert_eq!(run.inputs, [-3, 4]);
        assert_eq!(run.seen, BTreeMap::from([(7, vec![1, -2])]));
        assert_eq!(run.events, [(7, 1)]);
    }

    #[test]
    fn endings_are_told_apart() {
        let check = |record: &str, complaint: &str, expected| {
            assert_eq!(read(record, None, complaint).ending, expected);
        };
        check("", "", Ending::Lost);
        check("n 1\n", "", Ending::Lost);
        check("", "x\nf.c:1:2: runtime error: odd\n", {
            Ending::Undefined("f.c:1:2: runtime error: odd".into())
        });
        check("T 14\n", "", Ending::TimedOut);
        check("C 11\n", "", Ending::Signal(11));
        check("U 0\n", "a.c:3: runtime error: odd\nmore", {
            Ending::Undefined("a.c:3: runtime error: odd".into())
        });
        check("U 0\n", "ERROR: AddressSanitizer: stack-overflow on x", Ending::OutOfMemory);
    }
}
