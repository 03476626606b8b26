//! The elements of a width with what they mean, where that can be listed.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

use soundline_targets::values::{Elem, ValueFault, ValueMachine};

use crate::words::{WIDEST, Words};

/// At most so many elements are listed.
const MOST_ELEMENTS: u64 = 5000;
/// Up to this width elements are listed as the best ones for all sets of words.
const WIDEST_FROM_SETS: u32 = 4;

/// What elements of a width mean, by their number, as far as somebody asked. At most eight bits.
#[derive(Debug)]
pub struct Meanings {
    width: u32,
    words: Vec<u64>,
    sets: Vec<Option<Words>>,
}

impl Meanings {
    /// Nothing is known yet.
    pub fn new(width: u32) -> Meanings {
        assert!(width <= WIDEST, "sets have words of at most {WIDEST} bits");
        Meanings { width, words: (0..1 << width).collect(), sets: Vec::new() }
    }

    /// The words in an element.
    #[inline]
    pub fn of(&mut self, machine: &mut dyn ValueMachine, elem: Elem) -> Result<Words, ValueFault> {
        match self.sets.get(elem.0 as usize) {
            Some(Some(set)) => Ok(*set),
            _ => self.learn(machine, elem),
        }
    }

    #[cold]
    fn learn(&mut self, machine: &mut dyn ValueMachine, elem: Elem) -> Result<Words, ValueFault> {
        let index = elem.0 as usize;
        if self.sets.len() <= index {
            self.sets.resize(index + 1, None);
        }
        let contained = machine.contains(self.width, elem, &self.words)?;
        let set = self.words.iter().zip(contained).filter(|(_, is_in)| *is_in);
        let set: Words = set.map(|(word, _)| *word).collect();
        self.sets[index] = Some(set);
        Ok(set)
    }
}

/// All elements of a width, from the smallest to the largest.
#[derive(Debug)]
pub struct Universe {
    /// The width.
    pub width: u32,
    /// The elements with their words.
    pub elements: Vec<(Elem, Words)>,
    covers: HashMap<Words, u32, BuildHasherDefault<Mix>>,
}

impl Universe {
    /// All elements, if the domain can list them or they can be made from sets of words.
    ///
    /// The list is compared with what else the table says: that is what everything here is measured with.
    pub fn list(
        machine: &mut dyn ValueMachine,
        meanings: &mut Meanings,
    ) -> Result<Option<Universe>, ValueFault> {
        let width = meanings.width;
        let (has_best, has_bottom) =
            (machine.declaration().has_best, machine.declaration().has_bottom);
        let count = machine.count(width)?;
        let mut numbers = match count {
            1..=MOST_ELEMENTS => machine.elements(width, 0..count)?,
            _ if has_best && width <= WIDEST_FROM_SETS => {
                let sets = 1..1u64 << (1 << width);
                let words = |set: u64| (0..1 << width).filter(move |word| set >> word & 1 == 1);
                let best = |set| machine.best(width, &words(set).collect::<Vec<u64>>());
                sets.map(best).collect::<Result<Vec<Elem>, ValueFault>>()?
            }
            _ => return Ok(None),
        };
        numbers.push(machine.top(width)?);
        if has_bottom {
            numbers.push(machine.bottom(width)?);
        }
        // Numbers depend on what was asked before; the order of the list does not.
        let mut seen = HashSet::new();
        numbers.retain(|elem| seen.insert(*elem));
        let mut elements = Vec::new();
        for elem in numbers {
            let words = meanings.of(machine, elem)?;
            if words.is_empty() && !has_bottom {
                let shown = machine.show(width, elem)?.unwrap_or_default();
                return fault(format!(
                    "`contains` says that the listed element {shown} at width {width} is empty, but \
                     the table has no bottom"
                ));
            }
            elements.push((elem, words));
        }
        elements.sort_by_key(|(_, words)| (words.len(), *words));
        let mut universe = Universe { width, elements, covers: HashMap::default() };
        if has_best {
            universe.check_best(machine, meanings)?;
        }
        Ok(Some(universe))
    }

    /// The place of an element with the fewest words that covers the set. Top covers all.
    pub fn cover(&mut self, set: &Words) -> usize {
        if let Some(place) = self.covers.get(set) {
            return *place as usize;
        }
        let place = self.elements.iter().position(|(_, words)| set.is_subset(words));
        let place = place.expect("top contains every word");
        self.covers.insert(*set, place as u32);
        place
    }

    /// For each element the next larger ones: monotony there is monotony everywhere.
    pub fn steps(&self) -> Vec<(usize, usize)> {
        let mut steps = Vec::new();
        for (low, (_, small)) in self.elements.iter().enumerate() {
            let mut above: Vec<&Words> = Vec::new();
            for (high, (_, large)) in self.elements.iter().enumerate().skip(low + 1) {
                let strictly = small != large && small.is_subset(large);
                // Equal sets in several representations are all steps.
                if strictly && !above.iter().any(|next| *next != large && next.is_subset(large)) {
                    above.push(large);
                    steps.push((low, high));
                }
            }
        }
        steps
    }

    /// `best` must be among the smallest for single words and for pairs.
    fn check_best(
        &mut self,
        machine: &mut dyn ValueMachine,
        meanings: &mut Meanings,
    ) -> Result<(), ValueFault> {
        let width = self.width;
        for first in 0..1u64 << width {
            for second in first..1 << width {
                let words = [first, second];
                let words = if first == second { &words[..1] } else { &words[..] };
                let best = machine.best(width, words)?;
                let (found, wanted) =
                    (meanings.of(machine, best)?, words.iter().copied().collect());
                let cover = self.cover(&wanted);
                let (smallest, fewest) = self.elements[cover];
                if fewest.len() < found.len() {
                    let shown = machine.show(width, best)?.unwrap_or_default();
                    let smaller = machine.show(width, smallest)?.unwrap_or_default();
                    return fault(format!(
                        "`best` of {words:?} at width {width} gives {shown}, but the listed element \
                         {smaller} contains them and has fewer words"
                    ));
                }
            }
        }
        Ok(())
    }
}

/// Sets are looked up for every result, and nobody chooses them to collide.
#[derive(Default)]
struct Mix(u64);

impl Hasher for Mix {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u64((*byte).into()));
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        let mixed = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ (mixed >> 32);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// What can be said about a table at a width before any operator is called.
pub fn check_table(machine: &mut dyn ValueMachine, width: u32) -> Result<(), ValueFault> {
    let has = machine.declaration().clone();
    let some = corner_words(width);
    let top = machine.top(width)?;
    let all = if width <= WIDEST { (0..1 << width).collect() } else { some.clone() };
    let contained = machine.contains(width, top, &all)?;
    if let Some(missing) = contained.iter().position(|contained| !contained) {
        let word = all[missing];
        return fault(format!("`top` at width {width} does not contain {word}"));
    }
    if has.has_bottom {
        let bottom = machine.bottom(width)?;
        let contained = machine.contains(width, bottom, &all)?;
        if let Some(found) = contained.iter().position(|contained| *contained) {
            return fault(format!("`bottom` at width {width} contains {}", all[found]));
        }
    }
    if has.has_best {
        for (index, word) in some.iter().enumerate() {
            let words = [*word, some[(index * 7 + 3) % some.len()]];
            let best = machine.best(width, &words)?;
            let contained = machine.contains(width, best, &words)?;
            if let Some(missing) = contained.iter().position(|contained| !contained) {
                let shown = machine.show(width, best)?.unwrap_or_default();
                return fault(format!(
                    "`best` of {words:?} at width {width} gives {shown}, which does not contain {}",
                    words[missing]
                ));
            }
        }
    }
    Ok(())
}

/// Words at the corners of a width.
fn corner_words(width: u32) -> Vec<u64> {
    let mask = u64::MAX >> (64 - width);
    let sign = 1 << (width - 1);
    let mut words = vec![0, 1, 2, mask, mask - 1, sign, sign - 1, sign | 1, u64::from(width), 5];
    words.iter_mut().for_each(|word| *word &= mask);
    words.sort_unstable();
    words.dedup();
    words
}

fn fault<T>(what: String) -> Result<T, ValueFault> {
    Err(ValueFault::Table(what))
}
