//! What one shard of a campaign counted, as a value and as lines of text.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use soundline_targets::OperationKind;

use super::place::Place;
use super::tally::Sighting;
use crate::campaign::{Coverage, Row, StopReason};
use crate::outcome::Ending;

/// The counts and sightings of a shard, or of several. Nothing in it was confirmed or shrunk: that is done once, for all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Part {
    /// For every property that was tested.
    pub rows: Vec<Row>,
    /// What the tests exercised.
    pub coverage: Coverage,
    /// The first tests of every property and kind that found something.
    pub sightings: Vec<Sighting>,
    /// How long it took.
    pub elapsed_millis: u64,
}

/// A shard that was run: what it counted, and why it stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted {
    /// What it counted.
    pub part: Part,
    /// Why it stopped.
    pub stop: StopReason,
    /// What hindered it.
    pub trouble: Option<String>,
}

impl Part {
    /// What several counted together. Of every property and kind the first so many sightings stay, as on one machine.
    pub fn sum(parts: impl IntoIterator<Item = Part>, most: usize) -> Part {
        let (mut rows, mut operations) = (BTreeMap::<u16, Row>::new(), BTreeMap::new());
        let mut sum = Part::default();
        for part in parts {
            for row in part.rows {
                let empty =
                    Row { property: row.property, counts: Default::default(), first_millis: None };
                let known = rows.entry(row.property).or_insert(empty);
                known.counts += row.counts;
                known.first_millis =
                    [known.first_millis, row.first_millis].into_iter().flatten().min();
            }
            for (kind, count) in part.coverage.operations {
                *operations.entry(kind as usize).or_insert(0) += count;
            }
            sum.coverage.bottom += part.coverage.bottom;
            sum.coverage.top += part.coverage.top;
            sum.coverage.proper += part.coverage.proper;
            sum.elapsed_millis += part.elapsed_millis;
            sum.sightings.extend(part.sightings);
        }
        sum.rows = rows.into_values().collect();
        let count = |(kind, count)| (OperationKind::ALL[kind], count);
        sum.coverage.operations = operations.into_iter().map(count).collect();
        sum.sightings = Sighting::first_of_each(sum.sightings, most);
        sum
    }
}

/// A line for each thing that was counted.
impl Part {
    /// As text, which [`Part::read`] reads.
    pub fn write(&self) -> String {
        let mut text = format!("elapsed {}\n", self.elapsed_millis);
        for row in &self.rows {
            let mut counts = row.counts;
            let _ = write!(text, "property {}", row.property);
            for ending in Ending::ALL {
                let _ = write!(text, " {}", counts.of(ending));
            }
            let first = row.first_millis.map(|millis| format!(" first {millis}"));
            let _ = writeln!(text, "{}", first.unwrap_or_default());
        }
        for (kind, count) in &self.coverage.operations {
            let _ = writeln!(text, "operation {count} {}", kind.name());
        }
        let Coverage { bottom, top, proper, .. } = &self.coverage;
        let _ = writeln!(text, "operands {bottom} {top} {proper}");
        for Sighting { property, ending, index, place } in &self.sightings {
            let place = place.map_or(0, Place::word);
            let _ = writeln!(text, "sighting {property} {} {index} {place}", ending.word());
        }
        text
    }

    /// From such a text; `None` if it is damaged.
    pub fn read(text: &str) -> Option<Part> {
        let mut part = Part::default();
        for line in text.lines() {
            let (word, rest) = line.split_once(' ')?;
            let mut words = rest.split(' ');
            match word {
                "elapsed" => part.elapsed_millis = rest.parse().ok()?,
                "property" => part.rows.push(read_row(&mut words)?),
                "operation" => {
                    let (count, name) = rest.split_once(' ')?;
                    let kind = OperationKind::ALL.into_iter().find(|kind| kind.name() == name)?;
                    part.coverage.operations.push((kind, count.parse().ok()?));
                }
                "operands" => {
                    let mut number = || words.next()?.parse().ok();
                    part.coverage.bottom = number()?;
                    part.coverage.top = number()?;
                    part.coverage.proper = number()?;
                }
                "sighting" => part.sightings.push(read_sighting(&mut words)?),
                _ => return None,
            }
        }
        Some(part)
    }
}

fn read_row<'a>(words: &mut impl Iterator<Item = &'a str>) -> Option<Row> {
    let property = words.next()?.parse().ok()?;
    let mut row = Row { property, counts: Default::default(), first_millis: None };
    for ending in Ending::ALL {
        let count: u64 = words.next()?.parse().ok()?;
        row.counts.tests = row.counts.tests.checked_add(count)?;
        *row.counts.of(ending) = count;
    }
    match (words.next(), words.next()) {
        (None, _) => {}
        (Some("first"), Some(millis)) => row.first_millis = Some(millis.parse().ok()?),
        _ => return None,
    }
    Some(row)
}

fn read_sighting<'a>(words: &mut impl Iterator<Item = &'a str>) -> Option<Sighting> {
    let property = words.next()?.parse().ok()?;
    let ending = words.next()?;
    Some(Sighting {
        property,
        ending: Ending::ALL.into_iter().find(|known| known.word() == ending)?,
        index: words.next()?.parse().ok()?,
        place: Place::of_word(words.next()?.parse().ok()?),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::Counts;

    fn part(property: u16, indices: &[u64]) -> Part {
        let found = indices.len() as u64;
        let counts = Counts { tests: 10 + found, held: 10, violated: found, ..Counts::default() };
        let seen = |index: &u64| Sighting {
            property,
            ending: Ending::Violated,
            index: *index,
            place: Place::of_word(3),
        };
        Part {
            rows: vec![Row { property, counts, first_millis: indices.first().copied() }],
            coverage: Coverage {
                operations: vec![(OperationKind::ALL[1], 7)],
                bottom: 1,
                proper: 2,
                ..Coverage::default()
            },
            sightings: indices.iter().map(seen).collect(),
            elapsed_millis: 5,
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let part = part(8, &[3, 77]);
        assert_eq!(Part::read(&part.write()), Some(part.clone()));
        let text = part.write();
        for damaged in
            [text.replace("violated", "vioIated"), text.replace(" 77 ", " x "), "x".into()]
        {
            assert_eq!(Part::read(&damaged), None, "{damaged}");
        }
    }

    /// The first sightings of all parts are those that one machine would have kept.
    #[test]
    fn parts_add_up() {
        let sum = Part::sum([part(8, &[5, 9]), part(8, &[2, 7]), part(9, &[1])], 3);
        let seen: Vec<(u16, u64)> = sum.sightings.iter().map(|s| (s.property, s.index)).collect();
        assert_eq!(seen, [(8, 2), (8, 5), (8, 7), (9, 1)]);
        assert_eq!((sum.rows.len(), sum.rows[0].counts.tests, sum.elapsed_millis), (2, 24, 15));
        assert_eq!(sum.rows[0].first_millis, Some(2));
        assert_eq!(sum.coverage.operations, [(OperationKind::ALL[1], 21)]);
    }
}
