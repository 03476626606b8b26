//! The journal of an epoch: its corpus in a file, written as it grows, from which a worker goes on
//! after another one died, and from which the trace of every test can be made again.

use std::fmt::Write as _;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use soundline_targets::{Operation, Slot};

use super::EPOCH;
use super::corpus::{Entry, Fact};
use super::signature::Feature;
use crate::trace::{Shown, Trace, parse_operation};

/// A file that entries are appended to.
pub(super) struct Journal {
    file: File,
}

impl Journal {
    /// The file of an epoch.
    pub fn path(folder: &Path, epoch: u64) -> PathBuf {
        folder.join(format!("{epoch:08}.corpus"))
    }

    /// The journal of an epoch that goes on with test `index`, and the entries of the tests before
    /// it. What was written about later tests is forgotten: those tests will run again.
    pub fn resume(folder: &Path, index: u64) -> io::Result<(Journal, Vec<Entry>)> {
        fs::create_dir_all(folder)?;
        let path = Journal::path(folder, index / EPOCH);
        let (entries, length) = read_until(&path, index)?;
        let file = OpenOptions::new().create(true).append(true).open(&path)?;
        file.set_len(length as u64)?;
        Ok((Journal { file }, entries))
    }

    /// The entries of the tests before `index` in its epoch.
    pub fn recall(folder: &Path, index: u64) -> io::Result<Vec<Entry>> {
        Ok(read_until(&Journal::path(folder, index / EPOCH), index)?.0)
    }

    /// Append an entry, in one write: it is there whatever happens to this process afterwards.
    pub fn append(&mut self, entry: &Entry) -> io::Result<()> {
        let mut text = format!("test {}\nnew", entry.index);
        for feature in &entry.features {
            let _ = write!(text, " {feature:x}");
        }
        let _ = write!(text, "\n{}", entry.trace);
        for (slot, constraints) in &entry.facts {
            let _ = writeln!(
                text,
                "fact {slot} {}",
                Shown(&Operation::Constraints(constraints.clone()))
            );
        }
        text += "end\n";
        self.file.write_all(text.as_bytes())
    }
}

/// The entries of the tests before `index` and how many bytes they take. A missing file is empty.
fn read_until(path: &Path, index: u64) -> io::Result<(Vec<Entry>, usize)> {
    let text = match fs::read_to_string(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        text => text?,
    };
    let (mut entries, mut length) = (Vec::new(), 0);
    for piece in text.split_inclusive("\nend\n") {
        match read_entry(piece).filter(|entry| entry.index < index) {
            Some(entry) => entries.push(entry),
            None => break,
        }
        length += piece.len();
    }
    Ok((entries, length))
}

/// One entry; `None` for half of one.
fn read_entry(piece: &str) -> Option<Entry> {
    let rest = piece.strip_prefix("test ")?.strip_suffix("end\n")?;
    let (index, rest) = rest.split_once('\n')?;
    let (features, rest) = rest.strip_prefix("new")?.split_once('\n')?;
    let features = features.split_whitespace().map(|word| Feature::from_str_radix(word, 16).ok());
    let (trace, facts) = rest.split_once("\nfact ")?;
    let trace: Trace = trace.parse().ok()?;
    let facts =
        facts.lines().map(|line| read_fact(line.strip_prefix("fact ").unwrap_or(line), &trace));
    Some(Entry {
        index: index.parse().ok()?,
        features: features.collect::<Option<_>>()?,
        facts: facts.collect::<Option<_>>()?,
        trace,
    })
}

fn read_fact(line: &str, trace: &Trace) -> Option<Fact> {
    let (slot, constraints) = line.split_once(' ')?;
    match parse_operation(&trace.space, 0, constraints).ok()? {
        Operation::Constraints(constraints) => Some((Slot(slot.parse().ok()?), constraints)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fake::{told_by, trace};

    /// A test does not learn from itself: its trace is made from what was known before it.
    #[test]
    fn a_test_is_made_of_the_entries_before_it() {
        let folder = tempfile::tempdir().expect("there is room for a folder");
        let (mut journal, _) = Journal::resume(folder.path(), 0).expect("it can be written");
        let entry = |index| Entry {
            index,
            features: vec![7],
            trace: trace("p0 = constraint x0 >= 0\ncheck P3 x=p0"),
            facts: vec![(Slot(0), told_by("x0 >= 0"))],
        };
        let entries = [3, 5, 8].map(entry);
        entries.iter().for_each(|entry| journal.append(entry).expect("it can be written"));
        let recalled = |index| Journal::recall(folder.path(), index).expect("it can be read");
        assert_eq!(recalled(3), []);
        assert_eq!(recalled(5), entries[..1]);
        assert_eq!(recalled(6), entries[..2]);
        assert_eq!(recalled(EPOCH - 1), entries);
    }
}
