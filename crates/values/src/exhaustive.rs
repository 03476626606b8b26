//! An operator on all elements of a small width: a proof, or the smallest counterexample.

use soundline_targets::values::{Application, Claim, Elem, Kind, Operand, ValueFault};

use crate::case::{Case, Input};
use crate::outcome::{OperatorRow, Precision, Verdict};
use crate::row::{Notes, empty_row, example, row_of_case};
use crate::words::{WIDEST, Words};
use crate::world::{World, concrete_call};

/// So many combinations of words are tabulated.
const MOST_WORDS: u64 = 1 << 16;

/// The results of calls that are not made.
const NOT_CALLED: Elem = Elem(u32::MAX);

/// The operands that are possible at one place.
struct Axis {
    candidates: Vec<(Operand, Words)>,
    /// The words that they are made of; sets hold places in this list.
    words: Vec<u64>,
    is_element: bool,
    /// Pairs of candidates, one next above the other.
    steps: Vec<(usize, usize)>,
}

/// All tuples of operands.
pub struct Tuples {
    application: Application,
    axes: Vec<Axis>,
}

impl Tuples {
    /// All tuples of an operator, unless they are too many.
    pub fn of(
        world: &mut World,
        application: &Application,
        most: u64,
    ) -> Result<Option<Tuples>, ValueFault> {
        if application.width > WIDEST || application.result_width > WIDEST {
            return Ok(None);
        }
        let mut axes = Vec::new();
        for kind in world.operator(application).operands.clone() {
            match axis(world, application, kind)? {
                Some(axis) => axes.push(axis),
                None => return Ok(None),
            }
        }
        let product = |size: &dyn Fn(&Axis) -> usize| {
            axes.iter().fold(1u64, |product, axis| product.saturating_mul(size(axis) as u64))
        };
        let fits = product(&|axis| axis.candidates.len()) <= most
            && product(&|axis| axis.words.len()) <= MOST_WORDS;
        // Precision is told by the list of results.
        let fits = fits && world.universe(application.result_width)?.is_some();
        Ok(fits.then_some(Tuples { application: *application, axes }))
    }

    fn count(&self) -> usize {
        self.axes.iter().map(|axis| axis.candidates.len()).product()
    }

    /// The places on the axes of a tuple, the last axis running fastest.
    fn places(&self, mut tuple: usize) -> Vec<usize> {
        let mut places = vec![0; self.axes.len()];
        for (place, axis) in places.iter_mut().zip(&self.axes).rev() {
            *place = tuple % axis.candidates.len();
            tuple /= axis.candidates.len();
        }
        places
    }

    /// The operands of a tuple.
    pub fn operands(&self, tuple: usize) -> Vec<Operand> {
        let places = self.places(tuple);
        self.axes.iter().zip(places).map(|(axis, place)| axis.candidates[place].0).collect()
    }

    /// How large the operands of a tuple are: what is shown first.
    fn size(&self, tuple: usize) -> u32 {
        let places = self.places(tuple);
        let sizes = self.axes.iter().zip(places).filter(|(axis, _)| axis.is_element);
        sizes.map(|(axis, place)| axis.candidates[place].1.len()).sum()
    }

    /// How far apart neighbours on an axis are.
    fn strides(&self) -> Vec<usize> {
        let mut strides = vec![1; self.axes.len()];
        for place in (0..self.axes.len().saturating_sub(1)).rev() {
            strides[place] = strides[place + 1] * self.axes[place + 1].candidates.len();
        }
        strides
    }
}

fn axis(
    world: &mut World,
    application: &Application,
    kind: Kind,
) -> Result<Option<Axis>, ValueFault> {
    let fixed = |words: Vec<u64>| {
        let candidates = words.iter().enumerate();
        let candidates =
            candidates.map(|(place, word)| (Operand::Word(*word), Words::of(place as u64)));
        Axis { candidates: candidates.collect(), words, is_element: false, steps: vec![] }
    };
    let (width, operand): (u32, fn(Elem) -> Operand) = match kind {
        Kind::Element => (application.width, Operand::Element),
        Kind::Bit => (1, Operand::Bit),
        Kind::Constant => return Ok(Some(fixed((0..1 << application.width).collect()))),
        Kind::Wider | Kind::Narrower => {
            return Ok(Some(fixed(vec![application.result_width.into()])));
        }
    };
    let Some(universe) = world.universe(width)? else { return Ok(None) };
    let candidates = universe.elements.iter().map(|(elem, words)| (operand(*elem), *words));
    Ok(Some(Axis {
        candidates: candidates.collect(),
        words: (0..1 << width).collect(),
        is_element: true,
        steps: universe.steps(),
    }))
}

/// Check an operator on all tuples.
pub fn check(world: &mut World, tuples: &Tuples) -> Result<OperatorRow, ValueFault> {
    let application = tuples.application;
    let mut run = Run::new(tuples);
    run.tabulate(world)?;
    run.descend(world, 0, 0, &run.concrete.clone())?;
    let monotone = run.monotone(world)?;
    let commutative = run.commutative(world)?;
    let in_place = run.in_place(world)?;

    let elements = world.universe(application.width)?.map(|universe| universe.elements.len());
    let mut row = empty_row(world, &application);
    row.elements = elements.map(|count| count as u64);
    row.results = run.calls;
    // Where no operands have a concrete result, nothing was checked.
    row.sound = Verdict::of(run.unsound.count, run.unsound.count + run.sound_results, true);
    row.strict = Verdict::of(run.lax.count, run.emptied, true);
    row.monotone = monotone.verdict;
    row.commutative = commutative.verdict;
    row.in_place = in_place.verdict;
    let optimal = run.sound_results - run.loose.count;
    let excess = if run.sound_results == 0 { 0.0 } else { run.excess / run.sound_results as f64 };
    row.precision = Some(Precision { optimal, of: run.sound_results, excess, at_least: false });

    let failing = [
        ("sound", run.unsound.tuple().map(|tuple| vec![tuple])),
        ("strict", run.lax.tuple().map(|tuple| vec![tuple])),
        ("monotone", monotone.worst.map(|(one, other)| vec![one, other])),
        ("commutative", commutative.worst.map(|(one, other)| vec![one, other])),
        ("in-place", in_place.worst.map(|(tuple, _)| vec![tuple])),
        ("optimal", run.loose.tuple().map(|tuple| vec![tuple])),
    ];
    for (property, places) in failing {
        let Some(places) = places else { continue };
        let notes = run.explain(world, property, &places)?;
        let claim = Claim::ALL.into_iter().find(|claim| claim.name() == property);
        let finding = claim.is_none_or(|claim| world.operator(&application).claims(claim));
        let input = Input::Tuples(places.iter().map(|place| *place as u64).collect());
        row.examples.push(example(&application, property, finding, notes, Some(input)));
    }
    Ok(row)
}

/// One case again; `None` if there is no such case.
pub fn again(
    world: &mut World,
    tuples: &Tuples,
    case: &Case,
    places: &[u64],
) -> Result<Option<OperatorRow>, ValueFault> {
    let mut run = Run::new(tuples);
    run.tabulate(world)?;
    let places: Vec<usize> = places.iter().map(|place| *place as usize).collect();
    let wanted = if ["monotone", "commutative"].contains(&&*case.property) { 2 } else { 1 };
    if places.len() != wanted || places.iter().any(|place| !run.is_tuple(*place)) {
        return Ok(None);
    }
    for place in &places {
        world.pulse.call(*place as u64);
        run.results[*place] = world.apply(&tuples.application, &tuples.operands(*place))?;
    }
    let found = run.words_of(world, places[0])?.expect("it was called");
    let image: Words = run.concrete_results(places[0]).into_iter().map(|(_, r)| r).collect();
    let fails = match &*case.property {
        "ends" => false,
        "sound" => !image.is_subset(&found),
        "strict" => !found.is_empty(),
        "optimal" => {
            let best = world.cover(tuples.application.result_width, &image)?;
            !image.is_empty() && best.is_some_and(|(_, fewest)| found.len() > fewest.len())
        }
        "in-place" => run.in_place_result(world, places[0])?.1 != found,
        "monotone" => !found.is_subset(&run.words_of(world, places[1])?.expect("it was called")),
        "commutative" => found != run.words_of(world, places[1])?.expect("it was called"),
        _ => return Ok(None),
    };
    let notes = if fails { run.explain(world, &case.property, &places)? } else { vec![] };
    world.pulse.other();
    Ok(Some(row_of_case(world, &tuples.application, case, fails, notes)))
}

/// Failing tuples: how many, and the one with the smallest operands.
#[derive(Default)]
struct Worst {
    count: u64,
    smallest: Option<(u32, usize)>,
}

impl Worst {
    fn add(&mut self, size: u32, tuple: usize) {
        self.count += 1;
        if self.smallest.is_none_or(|smallest| (size, tuple) < smallest) {
            self.smallest = Some((size, tuple));
        }
    }

    fn tuple(&self) -> Option<usize> {
        self.smallest.map(|(_, tuple)| tuple)
    }
}

/// A verdict with the two tuples that show it best.
struct Compared {
    verdict: Verdict,
    worst: Option<(usize, usize)>,
}

impl Compared {
    const OPEN: Compared = Compared { verdict: Verdict::Open, worst: None };
}

struct Run<'a> {
    tuples: &'a Tuples,
    /// For every tuple of words its concrete results: one or none.
    concrete: Vec<Words>,
    /// For every tuple of constants whether the operator is ever defined.
    callable: Vec<bool>,
    results: Vec<Elem>,
    unsound: Worst,
    loose: Worst,
    /// Results that are not empty for an empty operand.
    lax: Worst,
    emptied: u64,
    calls: u64,
    sound_results: u64,
    excess: f64,
}

impl<'a> Run<'a> {
    fn new(tuples: &'a Tuples) -> Run<'a> {
        Run {
            concrete: Vec::new(),
            callable: Vec::new(),
            results: vec![NOT_CALLED; tuples.count()],
            unsound: Worst::default(),
            loose: Worst::default(),
            lax: Worst::default(),
            emptied: 0,
            calls: 0,
            sound_results: 0,
            excess: 0.0,
            tuples,
        }
    }

    /// Is there a tuple at this place for which the operator is called?
    fn is_tuple(&self, place: usize) -> bool {
        place < self.results.len() && {
            let places = self.tuples.places(place);
            self.is_callable(&places, places[places.len() - 1])
        }
    }

    /// All concrete results.
    fn tabulate(&mut self, world: &mut World) -> Result<(), ValueFault> {
        let axes = &self.tuples.axes;
        let count: usize = axes.iter().map(|axis| axis.words.len()).product();
        let constants = axes.iter().filter(|axis| !axis.is_element);
        self.callable = vec![false; constants.map(|axis| axis.words.len()).product()];
        let mut words = Vec::with_capacity(count * axes.len());
        let mut places = Vec::with_capacity(count);
        for index in 0..count {
            let (mut rest, mut constant, mut weight) = (index, 0, 1);
            let start = words.len();
            words.resize(start + axes.len(), 0);
            for (number, axis) in axes.iter().enumerate().rev() {
                let place = rest % axis.words.len();
                rest /= axis.words.len();
                words[start + number] = axis.words[place];
                if !axis.is_element {
                    constant += place * weight;
                    weight *= axis.words.len();
                }
            }
            places.push(constant);
        }
        for (result, constant) in
            world.machine.concrete(&self.tuples.application, &words)?.into_iter().zip(places)
        {
            self.callable[constant] |= result.is_some();
            self.concrete.push(result.map_or(Words::default(), Words::of));
        }
        Ok(())
    }

    /// Choose operands from an axis on; `images` are the concrete results for all words on the axes that are left.
    fn descend(
        &mut self,
        world: &mut World,
        depth: usize,
        tuple: usize,
        images: &[Words],
    ) -> Result<(), ValueFault> {
        let axis = &self.tuples.axes[depth];
        let tuple = tuple * axis.candidates.len();
        if depth + 1 == self.tuples.axes.len() {
            return self.row(world, tuple, images);
        }
        let rest = images.len() / axis.words.len();
        let mut joined = vec![Words::default(); rest];
        for (place, (_, words)) in axis.candidates.iter().enumerate() {
            joined.fill(Words::default());
            for word in words.iter() {
                let start = word as usize * rest;
                for (sum, image) in joined.iter_mut().zip(&images[start..start + rest]) {
                    *sum = sum.union(*image);
                }
            }
            self.descend(world, depth + 1, tuple + place, &joined)?;
        }
        Ok(())
    }

    /// Apply the operator to all candidates of the last axis, and check the results.
    fn row(&mut self, world: &mut World, first: usize, images: &[Words]) -> Result<(), ValueFault> {
        let axes = &self.tuples.axes;
        let last = &axes[axes.len() - 1];
        let before = self.tuples.places(first);
        let head: Vec<(Operand, Words)> =
            axes[..axes.len() - 1].iter().zip(&before).map(|(a, p)| a.candidates[*p]).collect();
        let head_size: u32 = {
            let elements = axes.iter().zip(&head).filter(|(axis, _)| axis.is_element);
            elements.map(|(_, (_, words))| words.len()).sum()
        };
        let head_empty =
            axes.iter().zip(&head).any(|(axis, (_, words))| axis.is_element && words.is_empty());
        let called: Vec<usize> =
            (0..last.candidates.len()).filter(|place| self.is_callable(&before, *place)).collect();
        let mut operands = Vec::with_capacity(called.len() * axes.len());
        for place in &called {
            operands.extend(head.iter().map(|(operand, _)| *operand));
            operands.push(last.candidates[*place].0);
        }
        let application = self.tuples.application;
        let mut results = Vec::with_capacity(called.len());
        let pulse = &world.pulse;
        let at = |number: u64| pulse.call((first + called[number as usize]) as u64);
        world.machine.apply(&application, &operands, &at, &mut results)?;
        pulse.other();
        for (place, result) in called.iter().zip(results) {
            let (tuple, words) = (first + place, last.candidates[*place].1);
            self.results[tuple] = result;
            self.calls += 1;
            let mut image = Words::default();
            for word in words.iter() {
                image = image.union(images[word as usize]);
            }
            let found = world.words(application.result_width, result)?;
            let size = head_size + if last.is_element { words.len() } else { 0 };
            if head_empty || (last.is_element && words.is_empty()) {
                self.emptied += 1;
                if !found.is_empty() {
                    self.lax.add(size, tuple);
                }
            }
            if !image.is_subset(&found) {
                self.unsound.add(size, tuple);
            } else if !image.is_empty() {
                self.sound_results += 1;
                let universe = world.universe(application.result_width)?;
                let universe = universe.expect("results can be listed");
                let cover = universe.cover(&image);
                let fewest = universe.elements[cover].1.len();
                if found.len() > fewest {
                    self.loose.add(size, tuple);
                    self.excess += (f64::from(found.len()) / f64::from(fewest)).log2();
                }
            }
        }
        Ok(())
    }

    /// Is the operator defined for some words and the constants at these places?
    fn is_callable(&self, before: &[usize], last: usize) -> bool {
        let axes = &self.tuples.axes;
        let mut index = 0;
        for (number, axis) in axes.iter().enumerate().filter(|(_, axis)| !axis.is_element) {
            let place = if number + 1 == axes.len() { last } else { before[number] };
            index = index * axis.words.len() + place;
        }
        self.callable[index]
    }

    fn words_of(&self, world: &mut World, tuple: usize) -> Result<Option<Words>, ValueFault> {
        match self.results[tuple] {
            NOT_CALLED => Ok(None),
            result => world.words(self.tuples.application.result_width, result).map(Some),
        }
    }

    /// Compare pairs of results, of which `holds` says whether they are as they should be.
    fn compare(
        &self,
        world: &mut World,
        pairs: impl Iterator<Item = (usize, usize)>,
        holds: impl Fn(&Words, &Words) -> bool,
    ) -> Result<Compared, ValueFault> {
        let (mut worst, mut failures, mut checked) = (None, 0, 0u64);
        for (one, other) in pairs {
            let Some(small) = self.words_of(world, one)? else { continue };
            let Some(large) = self.words_of(world, other)? else { continue };
            checked += 1;
            if !holds(&small, &large) {
                failures += 1;
                let size = self.tuples.size(one) + self.tuples.size(other);
                if worst.is_none_or(|worst| (size, one, other) < worst) {
                    worst = Some((size, one, other));
                }
            }
        }
        world.pulse.other();
        let worst = worst.map(|(_, one, other)| (one, other));
        Ok(Compared { verdict: Verdict::of(failures, checked, true), worst })
    }

    fn monotone(&self, world: &mut World) -> Result<Compared, ValueFault> {
        let mut all = Compared::OPEN;
        for (stride, axis) in self.tuples.strides().into_iter().zip(&self.tuples.axes) {
            let block = stride * axis.candidates.len();
            let blocks = (0..self.results.len() / block).map(|number| number * block);
            let pairs = blocks.flat_map(|start| {
                axis.steps.iter().flat_map(move |(low, high)| {
                    let (low, high) = (start + low * stride, start + high * stride);
                    (0..stride).map(move |offset| (low + offset, high + offset))
                })
            });
            let compared = self.compare(world, pairs, Words::is_subset)?;
            all = match (all.verdict, compared.verdict) {
                (_, Verdict::Open) => all,
                (Verdict::Fails(more), Verdict::Fails(count)) => {
                    let size = |(one, other)| self.tuples.size(one) + self.tuples.size(other);
                    let worst =
                        [all.worst, compared.worst].into_iter().flatten().min_by_key(|w| size(*w));
                    Compared { verdict: Verdict::Fails(more + count), worst }
                }
                (Verdict::Fails(_), _) => all,
                _ => compared,
            };
        }
        Ok(all)
    }

    fn commutative(&self, world: &mut World) -> Result<Compared, ValueFault> {
        if !world.operator(&self.tuples.application).claims(Claim::Commutative) {
            return Ok(Compared::OPEN);
        }
        let strides = self.tuples.strides();
        let swapped = |tuple: usize| {
            let places = self.tuples.places(tuple);
            let unswapped = places[0] * strides[0] + places[1] * strides[1];
            tuple - unswapped + places[1] * strides[0] + places[0] * strides[1]
        };
        let pairs = (0..self.results.len()).map(|tuple| (tuple, swapped(tuple)));
        self.compare(world, pairs.filter(|(one, other)| one < other), Words::eq)
    }

    fn in_place(&self, world: &mut World) -> Result<Compared, ValueFault> {
        if !world.operator(&self.tuples.application).claims(Claim::InPlace) {
            return Ok(Compared::OPEN);
        }
        let (mut failures, mut checked) = (0, 0);
        let mut worst: Option<(u32, usize)> = None;
        for tuple in 0..self.results.len() {
            let Some(expected) = self.words_of(world, tuple)? else { continue };
            world.pulse.call(tuple as u64);
            checked += 1;
            if self.in_place_result(world, tuple)?.1 != expected {
                failures += 1;
                let size = self.tuples.size(tuple);
                if worst.is_none_or(|(smallest, _)| size < smallest) {
                    worst = Some((size, tuple));
                }
            }
        }
        world.pulse.other();
        let worst = worst.map(|(_, tuple)| (tuple, tuple));
        Ok(Compared { verdict: Verdict::of(failures, checked, true), worst })
    }

    /// The result that is written over the first operand.
    fn in_place_result(
        &self,
        world: &mut World,
        tuple: usize,
    ) -> Result<(Elem, Words), ValueFault> {
        let application = Application { in_place: true, ..self.tuples.application };
        let result = world.apply(&application, &self.tuples.operands(tuple))?;
        Ok((result, world.words(application.result_width, result)?))
    }

    /// Why a property fails for a tuple, or for two that are compared.
    fn explain(
        &self,
        world: &mut World,
        property: &str,
        places: &[usize],
    ) -> Result<Notes, ValueFault> {
        match property {
            "sound" => self.explain_unsound(world, places[0]),
            "optimal" => self.explain_loose(world, places[0]),
            "monotone" | "commutative" => self.explain_two(world, places[0], places[1]),
            _ => {
                let application = &self.tuples.application;
                let (operands, result) = (self.tuples.operands(places[0]), self.results[places[0]]);
                let mut notes = world.notes(application, &operands, Some(result))?;
                if property == "in-place" {
                    let (other, _) = self.in_place_result(world, places[0])?;
                    notes.push(("in place".into(), world.show(application.result_width, other)?));
                }
                Ok(notes)
            }
        }
    }

    /// The words of a tuple, each with its concrete result.
    fn concrete_results(&self, tuple: usize) -> Vec<(Vec<u64>, u64)> {
        let places = self.tuples.places(tuple);
        let mut all: Vec<(Vec<u64>, usize)> = vec![(vec![], 0)];
        for (axis, place) in self.tuples.axes.iter().zip(places) {
            let words = axis.candidates[place].1;
            let extended = all.iter().flat_map(|(before, index)| {
                words.iter().map(move |word| {
                    let mut longer = before.clone();
                    longer.push(axis.words[word as usize]);
                    (longer, index * axis.words.len() + word as usize)
                })
            });
            all = extended.collect();
        }
        let result =
            |(words, index): (Vec<u64>, usize)| Some((words, self.concrete[index].iter().next()?));
        all.into_iter().filter_map(result).collect()
    }

    fn explain_unsound(&self, world: &mut World, tuple: usize) -> Result<Notes, ValueFault> {
        let application = &self.tuples.application;
        let result = self.results[tuple];
        let mut notes = world.notes(application, &self.tuples.operands(tuple), Some(result))?;
        let found = world.words(application.result_width, result)?;
        let lost = self.concrete_results(tuple).into_iter().find(|(_, r)| !found.contains(*r));
        let (words, lost) = lost.expect("the tuple is not sound");
        let name = world.operator(application).name.clone();
        notes.push((concrete_call(&name, &words), format!("{lost}, which is not in the result")));
        Ok(notes)
    }

    fn explain_loose(&self, world: &mut World, tuple: usize) -> Result<Notes, ValueFault> {
        let application = &self.tuples.application;
        let mut notes =
            world.notes(application, &self.tuples.operands(tuple), Some(self.results[tuple]))?;
        let image: Words = self.concrete_results(tuple).into_iter().map(|(_, r)| r).collect();
        let best = world.cover(application.result_width, &image)?;
        let (best, _) = best.expect("results can be listed");
        notes.push(("best".into(), world.show(application.result_width, best)?));
        Ok(notes)
    }

    /// Two tuples with their results; operands that are the same are told once.
    fn explain_two(
        &self,
        world: &mut World,
        one: usize,
        other: usize,
    ) -> Result<Notes, ValueFault> {
        let application = &self.tuples.application;
        let (operands, others) = (self.tuples.operands(one), self.tuples.operands(other));
        let mut notes = world.notes(application, &operands, Some(self.results[one]))?;
        for (label, text) in world.notes(application, &others, Some(self.results[other]))? {
            if !notes.contains(&(label.clone(), text.clone())) {
                notes.push((format!("{label}'"), text));
            }
        }
        Ok(notes)
    }
}
