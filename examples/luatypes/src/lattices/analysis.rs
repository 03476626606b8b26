//! Analyses: a state for each point of the program.

use super::State;
use soundline_lattice::Choices;
use soundline_lattice::adapt::Element;
use std::collections::BTreeMap;

/// A point of the program: before a statement, or at the end of a block.
pub type Point = u32;

/// What was found out. Points that are missing are not reached.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Analysis(BTreeMap<Point, State>);

impl Analysis {
    /// What holds at a point.
    pub fn at(&self, point: Point) -> State {
        self.0.get(&point).cloned().unwrap_or_else(State::bottom)
    }

    /// A state is possible at a point, beside those that were found before.
    pub fn record(&mut self, point: Point, state: &State) {
        match self.0.get_mut(&point) {
            Some(old) if state.leq(old) => {}
            Some(old) => *old = old.join(state),
            None if state.is_bottom() => {}
            None => drop(self.0.insert(point, state.clone())),
        }
    }

    /// All points that are reached.
    pub fn points(&self) -> impl Iterator<Item = (&Point, &State)> {
        self.0.iter()
    }
}

impl Element for Analysis {
    fn bottom() -> Analysis {
        Analysis::default()
    }

    fn leq(&self, other: &Analysis) -> bool {
        self.0.iter().all(|(point, state)| state.leq(&other.at(*point)))
    }

    fn join(&self, other: &Analysis) -> Analysis {
        let mut joined = self.clone();
        for (point, state) in &other.0 {
            joined.record(*point, state);
        }
        joined
    }

    fn meet(&self, other: &Analysis) -> Analysis {
        let mut both = Analysis::default();
        for (point, state) in &self.0 {
            both.record(*point, &state.meet(&other.at(*point)));
        }
        both
    }

    fn show(&self) -> String {
        let shown = self.0.iter().map(|(point, state)| format!("{point}: {}", state.show()));
        format!("{{{}}}", shown.collect::<Vec<_>>().join("; "))
    }

    fn arbitrary(choices: &mut Choices) -> Analysis {
        let mut analysis = Analysis::default();
        for (point, state) in choices.many(2, |c| (c.draw(2) as Point, State::arbitrary(c))) {
            analysis.record(point, &state);
        }
        analysis
    }

    fn below(&self, choices: &mut Choices) -> Analysis {
        let mut analysis = Analysis::default();
        for (point, state) in &self.0 {
            analysis.record(*point, &state.below(choices));
        }
        analysis
    }

    fn above(&self, choices: &mut Choices) -> Analysis {
        let mut analysis = self.clone();
        for (point, state) in &self.0 {
            analysis.record(*point, &state.above(choices));
        }
        analysis
    }

    fn equal_to(&self, choices: &mut Choices) -> Analysis {
        let equal = |(point, state): (&Point, &State)| (*point, state.equal_to(choices));
        Analysis(self.0.iter().map(equal).collect())
    }
}
