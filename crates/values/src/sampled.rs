//! An operator on random elements that meet the corners of machine arithmetic, for widths whose elements are too many.

use soundline_lattice::choices::derived_seed;
use soundline_lattice::fixed::{Width, any_word};
use soundline_lattice::shrink::{Effort, shrink_within};
use soundline_lattice::{Choices, choices::Random};
use soundline_targets::values::{Application, Claim, Elem, Kind, Operand, ValueFault};

use crate::case::{Case, Input};
use crate::outcome::{OperatorRow, Precision, Verdict};
use crate::plan::Settings;
use crate::row::{Notes, empty_row, example, row_of_case};
use crate::words::{WIDEST, Words};
use crate::world::{World, concrete_call};

/// So many words of an element are tried where not all can be.
const MOST_MEMBERS: usize = 12;
/// So many tuples of words are tried for one tuple of elements.
const MOST_TUPLES: usize = 4096;
/// So many candidates are tried to make a failing case smaller.
const EFFORT: usize = 2000;
/// So many elements of a large width are kept.
const MOST_KEPT: usize = 100_000;

/// The properties, in the order in which they are told.
const PROPERTIES: [&str; 6] = ["sound", "strict", "monotone", "commutative", "in-place", "optimal"];

/// An operand with words that it stands for.
struct Drawn {
    operand: Operand,
    words: Vec<u64>,
    /// Are these all of its words?
    complete: bool,
}

/// What one case showed: for each property, `None` where it was not checked, or whether it holds.
#[derive(Default)]
struct Judged {
    holds: [Option<bool>; PROPERTIES.len()],
    /// log2 of how many times more words the result has than the best.
    excess: f64,
    /// At large widths, whether the result is the best element around the concrete results that were tried: then it is
    /// the best around all of them.
    surely_best: Option<bool>,
    notes: Notes,
}

/// The choices of the case with a number.
pub fn choices_of(
    world: &World,
    application: &Application,
    settings: &Settings,
    case: u64,
) -> Choices {
    let Application { width, result_width, .. } = application;
    let stream = format!("{}/{width}/{result_width}", world.operator(application).name);
    Choices::random(derived_seed(settings.seed, &stream, case))
}

/// The operands of a case, to show what a library died of.
pub fn operands(
    world: &mut World,
    application: &Application,
    choices: &mut Choices,
) -> Result<Option<Vec<Operand>>, ValueFault> {
    let drawn = draw(world, application, choices)?;
    Ok(drawn.map(|drawn| drawn.iter().map(|drawn| drawn.operand).collect()))
}

/// Check an operator on random elements.
pub fn check(
    world: &mut World,
    application: &Application,
    settings: &Settings,
) -> Result<OperatorRow, ValueFault> {
    let operator = world.operator(application).clone();
    let mut row = empty_row(world, application);
    let mut checked = [0u64; PROPERTIES.len()];
    let mut failed = [0u64; PROPERTIES.len()];
    let mut first: [Option<Vec<u64>>; PROPERTIES.len()] = Default::default();
    let mut excess = 0.0;
    let (mut surely_best, mut judged_roughly) = (0, 0);
    let kept = [application.width, application.result_width].map(|w| world.machine.kept(w));
    for case in 0..settings.cases {
        world.pulse.call(case);
        let mut choices = choices_of(world, application, settings, case);
        let Some(judged) = judge(world, application, &mut choices, None)? else { continue };
        row.results += 1;
        excess += judged.excess;
        if let Some(is_best) = judged.surely_best {
            judged_roughly += 1;
            surely_best += u64::from(is_best);
        }
        for (property, holds) in judged.holds.iter().enumerate() {
            checked[property] += u64::from(holds.is_some());
            if *holds == Some(false) {
                failed[property] += 1;
                first[property].get_or_insert_with(|| choices.drawn());
            }
        }
        tidy(world, application, kept);
    }
    let verdict = |property: usize| Verdict::of(failed[property], checked[property], false);
    row.sound = verdict(0);
    row.strict = verdict(1);
    row.monotone = verdict(2);
    row.commutative = verdict(3);
    row.in_place = verdict(4);
    let optimal = checked[5] - failed[5];
    row.precision = match (checked[5], judged_roughly) {
        (0, 0) => None,
        (0, of) => Some(Precision { optimal: surely_best, of, excess: 0.0, at_least: true }),
        (of, _) => Some(Precision { optimal, of, excess: excess / of as f64, at_least: false }),
    };
    for (property, name) in PROPERTIES.iter().enumerate() {
        let Some(found) = first[property].take() else { continue };
        let (notes, choices) = smallest(world, application, property, found)?;
        let claim = Claim::ALL.into_iter().find(|claim| claim.name() == *name);
        let finding = claim.is_none_or(|claim| operator.claims(claim));
        let input = Some(Input::Choices(choices));
        row.examples.push(example(application, name, finding, notes, input));
    }
    world.pulse.other();
    Ok(row)
}

/// One case again; `None` if there is no such case.
pub fn again(
    world: &mut World,
    application: &Application,
    case: &Case,
    choices: &[u64],
) -> Result<Option<OperatorRow>, ValueFault> {
    world.pulse.call(0);
    let mut choices = Choices::replay(choices);
    if case.property == "ends" {
        let ended = judge(world, application, &mut choices, None)?;
        return Ok(ended.map(|_| row_of_case(world, application, case, false, vec![])));
    }
    let Some(property) = PROPERTIES.iter().position(|name| *name == case.property) else {
        return Ok(None);
    };
    let judged = judge(world, application, &mut choices, Some(property))?;
    world.pulse.other();
    Ok(judged.map(|judged| {
        let fails = judged.holds[property] == Some(false);
        row_of_case(world, application, case, fails, judged.notes)
    }))
}

/// Elements of large widths are many and never come again.
fn tidy(world: &mut World, application: &Application, kept: [usize; 2]) {
    for (width, kept) in [application.width, application.result_width].into_iter().zip(kept) {
        if width > WIDEST && world.machine.kept(width) > kept + MOST_KEPT {
            world.machine.forget(width, kept);
        }
    }
}

/// The notes on a smallest case that fails like this one, and its choices.
fn smallest(
    world: &mut World,
    application: &Application,
    property: usize,
    found: Vec<u64>,
) -> Result<(Notes, Vec<u64>), ValueFault> {
    let mut fault = None;
    let fails = |candidate: &[u64]| {
        let mut choices = Choices::replay(candidate);
        match judge(world, application, &mut choices, None) {
            Ok(Some(judged)) if judged.holds[property] == Some(false) => Some(choices.drawn()),
            Ok(_) => None,
            Err(error) => {
                fault.get_or_insert(error);
                None
            }
        }
    };
    let shrunk = shrink_within(found, &mut Effort { tries: 0, most: EFFORT }, fails);
    if let Some(fault) = fault {
        return Err(fault);
    }
    let judged = judge(world, application, &mut Choices::replay(&shrunk), Some(property))?;
    Ok((judged.expect("a case that fails can be judged").notes, shrunk))
}

/// The operands of a case; `None` if the operator is not defined for its constants.
fn draw(
    world: &mut World,
    application: &Application,
    choices: &mut Choices,
) -> Result<Option<Vec<Drawn>>, ValueFault> {
    let kinds = world.operator(application).operands.clone();
    let mut drawn = Vec::new();
    for kind in &kinds {
        drawn.push(match kind {
            Kind::Element => element(world, application.width, choices, Operand::Element)?,
            Kind::Bit => element(world, 1, choices, Operand::Bit)?,
            Kind::Constant => constant(any_word(Width::new(application.width), choices)),
            Kind::Wider | Kind::Narrower => constant(application.result_width.into()),
        });
    }
    let constants = kinds.contains(&Kind::Constant);
    if constants && !is_ever_defined(world, application, &kinds, &drawn)? {
        return Ok(None);
    }
    Ok(Some(drawn))
}

fn constant(word: u64) -> Drawn {
    Drawn { operand: Operand::Word(word), words: vec![word], complete: true }
}

/// Is the concrete operator defined for these constants and some words? A fixed sample of words decides.
fn is_ever_defined(
    world: &mut World,
    application: &Application,
    kinds: &[Kind],
    drawn: &[Drawn],
) -> Result<bool, ValueFault> {
    let mask = u64::MAX >> (64 - application.width);
    let mut random = Random::new(1);
    let mut tuples = Vec::new();
    for number in 0..64 {
        for (kind, drawn) in kinds.iter().zip(drawn) {
            tuples.push(match (kind, number) {
                (Kind::Element, 0) => 0,
                (Kind::Element, 1) => 1,
                (Kind::Element, _) => random.bits() & mask,
                (Kind::Bit, _) => random.bits() & 1,
                _ => drawn.words[0],
            });
        }
    }
    Ok(world.machine.concrete(application, &tuples)?.iter().any(Option::is_some))
}

/// An element, with words that are in it.
fn element(
    world: &mut World,
    width: u32,
    choices: &mut Choices,
    operand: fn(Elem) -> Operand,
) -> Result<Drawn, ValueFault> {
    let has = world.machine.declaration();
    let (has_best, has_bottom) = (has.has_best, has.has_bottom);
    let mut words = Vec::new();
    let shape = choices.draw_as(6, |random| match random.up_to(31) {
        0 => 6,
        1 | 2 => 5,
        other => other % 5,
    });
    let elem = match shape {
        6 if has_bottom => world.machine.bottom(width)?,
        5 => world.machine.top(width)?,
        _ if has_best => {
            // One word, two words, and now and then more.
            let count = [1, 2, 2, 3, 4, 1, 1][shape as usize];
            words.extend((0..count).map(|_| any_word(Width::new(width), choices)));
            world.machine.best(width, &words)?
        }
        _ => {
            let count = world.machine.count(width)?;
            let Some(last) = count.checked_sub(1) else {
                return Err(ValueFault::Table(format!(
                    "it lists no elements at width {width} and has no `best`, so that there is \
                     nothing to check; leave the width out"
                )));
            };
            let index = choices.draw(last);
            world.machine.elements(width, index..index + 1)?[0]
        }
    };
    if width <= WIDEST {
        let words = world.words(width, elem)?.iter().collect();
        return Ok(Drawn { operand: operand(elem), words, complete: true });
    }
    let words = members(world, width, elem, words, choices)?;
    Ok(Drawn { operand: operand(elem), words, complete: false })
}

/// Any element.
pub fn any_element(
    world: &mut World,
    width: u32,
    choices: &mut Choices,
) -> Result<Elem, ValueFault> {
    let drawn = element(world, width, choices, Operand::Element)?;
    let (Operand::Element(elem) | Operand::Bit(elem)) = drawn.operand else {
        unreachable!("elements are drawn as elements")
    };
    Ok(elem)
}

/// Some words that are in an element: those that it was made of, mixtures of them, and corners.
pub fn members(
    world: &mut World,
    width: u32,
    elem: Elem,
    made_of: Vec<u64>,
    choices: &mut Choices,
) -> Result<Vec<u64>, ValueFault> {
    let width_type = Width::new(width);
    let mut candidates = made_of.clone();
    let mask = choices.draw(width_type.mask());
    for (place, x) in made_of.iter().enumerate() {
        for y in &made_of[place + 1..] {
            let middle = x.wrapping_add(width_type.wrap(y.wrapping_sub(*x)) / 2);
            candidates.extend([x | y, x & y, (x & mask) | (y & !mask), middle]);
        }
        candidates.extend([x.wrapping_add(1), x.wrapping_sub(1)]);
    }
    let sign = width_type.sign_bit();
    candidates.extend([0, u64::MAX, sign, sign - 1, 1, mask, u64::from(width)]);
    candidates.iter_mut().for_each(|word| *word = width_type.wrap(*word));
    let mut seen = std::collections::HashSet::new();
    candidates.retain(|word| seen.insert(*word));
    let contained = world.machine.contains(width, elem, &candidates)?;
    let members = candidates.into_iter().zip(contained).filter(|(_, contained)| *contained);
    Ok(members.map(|(word, _)| word).take(MOST_MEMBERS).collect())
}

/// Run a case. `explain` asks for notes on a property.
fn judge(
    world: &mut World,
    application: &Application,
    choices: &mut Choices,
    explain: Option<usize>,
) -> Result<Option<Judged>, ValueFault> {
    let Some(drawn) = draw(world, application, choices)? else { return Ok(None) };
    let operands: Vec<Operand> = drawn.iter().map(|drawn| drawn.operand).collect();
    let result = world.apply(application, &operands)?;
    let mut judged = Judged::default();
    if explain.is_some() {
        judged.notes = world.notes(application, &operands, Some(result))?;
    }
    let image = check_sound(world, application, &drawn, result, &mut judged, explain == Some(0))?;
    check_strict(world, application, &drawn, result, &mut judged)?;
    if let Some(image) = image
        && judged.holds[0] != Some(false)
    {
        check_optimal(world, application, &image, result, &mut judged, explain == Some(5))?;
    }
    let mut others =
        Others { world, application, operands: &operands, result, judged: &mut judged };
    others.commutative(explain == Some(3))?;
    others.in_place(explain == Some(4))?;
    others.monotone(choices, explain == Some(2))?;
    Ok(Some(judged))
}

/// The concrete results of the words, all of them in the result; the set of them where they are all there are.
fn check_sound(
    world: &mut World,
    application: &Application,
    drawn: &[Drawn],
    result: Elem,
    judged: &mut Judged,
    explain: bool,
) -> Result<Option<Words>, ValueFault> {
    let total: usize =
        drawn.iter().fold(1, |product: usize, drawn| product.saturating_mul(drawn.words.len()));
    let count = total.min(MOST_TUPLES);
    let mut tuples = Vec::with_capacity(count * drawn.len());
    for number in 0..count {
        // Where there are too many tuples, those that are tried are spread evenly.
        let mut index = (number as u128 * total as u128 / count.max(1) as u128) as usize;
        for drawn in drawn {
            tuples.push(drawn.words[index % drawn.words.len()]);
            index /= drawn.words.len();
        }
    }
    let results = world.machine.concrete(application, &tuples)?;
    let defined: Vec<(usize, u64)> =
        results.iter().enumerate().filter_map(|(place, word)| Some((place, (*word)?))).collect();
    let words: Vec<u64> = defined.iter().map(|(_, word)| *word).collect();
    let contained = world.machine.contains(application.result_width, result, &words)?;
    let lost = contained.iter().position(|contained| !contained);
    if !words.is_empty() {
        judged.holds[0] = Some(lost.is_none());
    }
    if let (Some(lost), true) = (lost, explain) {
        let (place, word) = defined[lost];
        let tuple = &tuples[place * drawn.len()..(place + 1) * drawn.len()];
        let call = concrete_call(&world.operator(application).name, tuple);
        judged.notes.push((call, format!("{word}, which is not in the result")));
    }
    if application.result_width > WIDEST && lost.is_none() && !words.is_empty() {
        judged.surely_best = is_best(world, application.result_width, &words, result)?;
    }
    let complete = total <= MOST_TUPLES && drawn.iter().all(|drawn| drawn.complete);
    let complete = complete && application.result_width <= WIDEST && !words.is_empty();
    Ok(complete.then(|| words.into_iter().collect()))
}

/// Is the element the best around some words? `None` if the domain cannot tell.
fn is_best(
    world: &mut World,
    width: u32,
    words: &[u64],
    elem: Elem,
) -> Result<Option<bool>, ValueFault> {
    if !world.machine.declaration().has_best {
        return Ok(None);
    }
    let mut words = words.to_vec();
    words.sort_unstable();
    words.dedup();
    let best = world.machine.best(width, &words)?;
    world.machine.equal(width, best, elem).map(Some)
}

fn check_strict(
    world: &mut World,
    application: &Application,
    drawn: &[Drawn],
    result: Elem,
    judged: &mut Judged,
) -> Result<(), ValueFault> {
    if !world.machine.declaration().has_bottom {
        return Ok(());
    }
    let Application { width, result_width, .. } = *application;
    for drawn in drawn {
        let (width, elem) = match drawn.operand {
            Operand::Element(elem) => (width, elem),
            Operand::Bit(elem) => (1, elem),
            Operand::Word(_) => continue,
        };
        if world.machine.bottom(width)? == elem {
            let bottom = world.machine.bottom(result_width)?;
            judged.holds[1] = Some(world.machine.equal(result_width, result, bottom)?);
        }
    }
    Ok(())
}

fn check_optimal(
    world: &mut World,
    application: &Application,
    image: &Words,
    result: Elem,
    judged: &mut Judged,
    explain: bool,
) -> Result<(), ValueFault> {
    let width = application.result_width;
    let Some((best, fewest)) = world.cover(width, image)? else { return Ok(()) };
    let found = world.words(width, result)?;
    judged.holds[5] = Some(found.len() <= fewest.len());
    judged.excess = (f64::from(found.len()) / f64::from(fewest.len())).log2().max(0.0);
    if explain {
        judged.notes.push(("best".into(), world.show(width, best)?));
    }
    Ok(())
}

/// Checks that compare with another result.
struct Others<'a> {
    world: &'a mut World,
    application: &'a Application,
    operands: &'a [Operand],
    result: Elem,
    judged: &'a mut Judged,
}

impl Others<'_> {
    fn commutative(&mut self, explain: bool) -> Result<(), ValueFault> {
        if !self.world.operator(self.application).claims(Claim::Commutative) {
            return Ok(());
        }
        let mut swapped = self.operands.to_vec();
        swapped.swap(0, 1);
        let other = self.world.apply(self.application, &swapped)?;
        self.same(3, other, "exchanged", explain)
    }

    fn in_place(&mut self, explain: bool) -> Result<(), ValueFault> {
        if !self.world.operator(self.application).claims(Claim::InPlace) {
            return Ok(());
        }
        let in_place = Application { in_place: true, ..*self.application };
        let other = self.world.apply(&in_place, self.operands)?;
        self.same(4, other, "in place", explain)
    }

    fn same(
        &mut self,
        property: usize,
        other: Elem,
        label: &str,
        explain: bool,
    ) -> Result<(), ValueFault> {
        let width = self.application.result_width;
        self.judged.holds[property] = Some(self.world.machine.equal(width, self.result, other)?);
        if explain {
            self.judged.notes.push((label.into(), self.world.show(width, other)?));
        }
        Ok(())
    }

    /// One operand made larger by a join. A failure needs a word that is in the smaller result alone.
    fn monotone(&mut self, choices: &mut Choices, explain: bool) -> Result<(), ValueFault> {
        let Application { width, result_width, .. } = *self.application;
        let elements: Vec<usize> = (0..self.operands.len())
            .filter(|place| !matches!(self.operands[*place], Operand::Word(_)))
            .collect();
        let place = choices.pick(&elements);
        let (width, elem, kind): (u32, Elem, fn(Elem) -> Operand) = match self.operands[place] {
            Operand::Element(elem) => (width, elem, Operand::Element),
            Operand::Bit(elem) => (1, elem, Operand::Bit),
            Operand::Word(_) => unreachable!("words were left out"),
        };
        let more = element(self.world, width, choices, kind)?;
        let (Operand::Element(other) | Operand::Bit(other)) = more.operand else { return Ok(()) };
        let larger = self.world.machine.join(width, elem, other)?;
        if larger == elem || !self.world.is_below(width, elem, larger)? {
            return Ok(());
        }
        let mut operands = self.operands.to_vec();
        operands[place] = kind(larger);
        let result = self.world.apply(self.application, &operands)?;
        let lost = self.world.lost_word(result_width, self.result, result, choices)?;
        self.judged.holds[2] = Some(lost.is_none());
        if let (true, Some(lost)) = (explain, lost) {
            let known = self.judged.notes.clone();
            for (label, text) in self.world.notes(self.application, &operands, Some(result))? {
                if !known.contains(&(label.clone(), text.clone())) {
                    self.judged.notes.push((format!("{label}'"), text));
                }
            }
            self.judged.notes.push(("lost".into(), lost.to_string()));
        }
        Ok(())
    }
}

impl World {
    /// Is one element below another? By its words where they can be listed, by its own `leq` elsewhere.
    fn is_below(&mut self, width: u32, a: Elem, b: Elem) -> Result<bool, ValueFault> {
        match width <= WIDEST {
            true => Ok(self.words(width, a)?.is_subset(&self.words(width, b)?)),
            false => self.machine.leq(width, a, b),
        }
    }

    /// A word that is in one element and not in the other.
    fn lost_word(
        &mut self,
        width: u32,
        small: Elem,
        large: Elem,
        choices: &mut Choices,
    ) -> Result<Option<u64>, ValueFault> {
        if width <= WIDEST {
            let large = self.words(width, large)?;
            return Ok(self.words(width, small)?.first_outside(&large));
        }
        if self.machine.leq(width, small, large)? {
            return Ok(None);
        }
        let some: Vec<u64> = (0..16).map(|_| any_word(Width::new(width), choices)).collect();
        let words = members(self, width, small, some, choices)?;
        let contained = self.machine.contains(width, large, &words)?;
        Ok(contained.iter().position(|contained| !contained).map(|place| words[place]))
    }
}
