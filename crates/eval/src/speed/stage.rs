//! A contender on its stage: a machine with the elements of a scene, and samples of its time.

use std::time::Instant;

use soundline_domains::expr::Space;
use soundline_targets::{Machine, Operation, Question, Refusal, Slot, Target};

use super::elements::{BASES, PAIRS, Scene};
use super::work::{Item, Pair, Row, shift};

/// Elements of a pair.
const ELEMENTS: usize = 5;
/// What a sample should take at least, in nanoseconds.
const SAMPLE: f64 = 200_000.0;

/// A contender for one row.
pub struct Stage {
    machine: Box<dyn Machine>,
    /// What is timed, for each pair.
    items: Vec<Item>,
    forced: bool,
    /// Elements that stay when results are dropped.
    kept: usize,
    /// How often a sample goes through the pairs.
    passes: usize,
    /// Questions that were answered with yes in the last pass.
    pub yes: usize,
    /// Guards that left their operand as it was.
    pub idle: usize,
}

impl Stage {
    /// A contender, not yet prepared.
    pub fn open(target: &dyn Target, space: &Space) -> Result<Stage, String> {
        let machine = target.open(space).map_err(|error| error.to_string())?;
        let (items, forced) = (Vec::new(), false);
        Ok(Stage { machine, items, forced, kept: 0, passes: 1, yes: 0, idle: 0 })
    }

    /// Prepare for a row, go through it once, and see how long that takes.
    pub fn rehearse(&mut self, row: &Row, scene: &Scene) -> Result<(), String> {
        let rehearsed = self.prepare(row, scene).and_then(|()| self.time_of(1));
        self.machine.rest();
        let pass = rehearsed.map_err(|refusal| refusal.to_string())? * PAIRS as f64;
        self.passes = ((SAMPLE / pass.max(1.0)) as usize).max(1);
        Ok(())
    }

    /// Nanoseconds for each pair, making results and dropping them.
    pub fn sample(&mut self) -> Result<f64, String> {
        let time = self.time_of(self.passes);
        self.machine.rest();
        time.map_err(|refusal| refusal.to_string())
    }

    fn time_of(&mut self, passes: usize) -> Result<f64, Refusal> {
        let start = Instant::now();
        for _ in 0..passes {
            self.yes = 0;
            for item in &mut self.items {
                self.yes += usize::from(item.perform(&mut *self.machine, self.forced)?);
            }
            if !self.machine.keep(self.kept) {
                return Err(Refusal::Unsupported("dropping single elements"));
            }
        }
        Ok(start.elapsed().as_nanos() as f64 / (passes * PAIRS) as f64)
    }

    /// Make the elements, all closed, and go through the row once, so that what a library keeps with
    /// its operands is there for all samples.
    fn prepare(&mut self, row: &Row, scene: &Scene) -> Result<(), Refusal> {
        self.machine.reset();
        for base in &scene.bases {
            self.closed(&Operation::Constraints(base.clone()))?;
        }
        let parts = |index: usize| (Slot(index % BASES), Slot((index + 1) % BASES));
        self.items.clear();
        for index in 0..PAIRS {
            let parts = [parts(index), parts(index + 3)];
            let meet = |(one, other)| Operation::Meet(one, other);
            let x = self.closed(&meet(parts[0]))?;
            let y = self.closed(&meet(parts[1]))?;
            let again = self.closed(&meet(parts[0]))?;
            let upper = self.closed(&Operation::Join(x, y))?;
            let shifted = self.closed(&shift(x, scene.variables[index][0]))?;
            let pair = Pair { x, y, upper, again, shifted, parts };
            self.items.push(Item::new(row.work, index, &pair, scene));
        }
        self.forced = row.forced();
        self.kept = BASES + PAIRS * ELEMENTS;
        self.time_of(1)?;
        self.idle = 0;
        for item in self.items.iter().filter(|_| row.guards()) {
            self.idle += usize::from(item.is_idle(&mut *self.machine)?);
        }
        self.machine.keep(self.kept);
        Ok(())
    }

    /// Make an element and ask whether it is bottom, which closes or converts it.
    fn closed(&mut self, operation: &Operation) -> Result<Slot, Refusal> {
        let slot = self.machine.apply(operation)?;
        self.machine.ask(Question::IsBottom(slot))?;
        Ok(slot)
    }
}
