//! Which candidate is next: the search strategies of the paper.
//!
//! Static strategies give every candidate a weight and draw by it; no candidate comes twice before
//! all have come. Dynamic ones walk through the syntax tree.

mod map;
mod walk;
mod weights;

use map::Map;
use soundline_c::Program;
use soundline_lattice::choices::Random;
use std::{fmt, str::FromStr};
use walk::Walk;
use weights::Weights;

use crate::Candidates;

/// How candidates are chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Strategy {
    /// All alike.
    #[default]
    Uniform,
    /// Those high in the tree are likelier: by 1/depth.
    BreadthBiased,
    /// Those deep in the tree are likelier: by depth.
    DepthBiased,
    /// From the first candidate of `main` in random directions.
    RandomWalk,
    /// A walk that prefers directions in which analyzers differ in time or opinion.
    GuidedWalk,
}

impl Strategy {
    /// All of them.
    pub const ALL: [Strategy; 5] = [
        Strategy::Uniform,
        Strategy::BreadthBiased,
        Strategy::DepthBiased,
        Strategy::RandomWalk,
        Strategy::GuidedWalk,
    ];

    fn name(self) -> &'static str {
        match self {
            Strategy::Uniform => "uniform",
            Strategy::BreadthBiased => "breadth",
            Strategy::DepthBiased => "depth",
            Strategy::RandomWalk => "random-walk",
            Strategy::GuidedWalk => "guided-walk",
        }
    }
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Strategy {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Strategy::ALL.into_iter().find(|strategy| strategy.name() == text);
        found.ok_or_else(|| {
            let names: Vec<&str> = Strategy::ALL.into_iter().map(Strategy::name).collect();
            format!("`{text}` is not a strategy: it is one of {}", names.join(", "))
        })
    }
}

/// What running the analyzers on a variant showed; only the guided walk learns from it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Feedback {
    /// The running time of the fastest analyzer, in seconds.
    pub fastest: f64,
    /// The running time of the slowest one.
    pub slowest: f64,
    /// Whether one said safe and another unsafe.
    pub disagreement: bool,
}

impl Feedback {
    /// How interesting that is: from 0 to 2.
    fn reward(self) -> f64 {
        let total = self.fastest + self.slowest;
        let difference = if total > 0.0 { (self.slowest - self.fastest) / total } else { 0.0 };
        difference.clamp(0.0, 1.0) + f64::from(u8::from(self.disagreement))
    }
}

/// A search through the candidates of one seed.
#[derive(Clone, Debug)]
pub struct Search {
    way: Way,
    random: Random,
    count: usize,
}

#[derive(Clone, Debug)]
enum Way {
    Static(Weights),
    Dynamic(Walk),
}

impl Search {
    /// A search that is determined by its seed, and for the guided walk by the feedback.
    pub fn new(
        strategy: Strategy,
        program: &Program,
        candidates: &Candidates,
        seed: u64,
    ) -> Search {
        let all = &candidates.all;
        let depths = all.iter().map(|candidate| f64::from(candidate.site.depth.max(1)));
        let way = match strategy {
            Strategy::Uniform => Way::Static(Weights::new(all.iter().map(|_| 1.0).collect())),
            Strategy::BreadthBiased => {
                Way::Static(Weights::new(depths.map(|depth| 1.0 / depth).collect()))
            }
            Strategy::DepthBiased => Way::Static(Weights::new(depths.collect())),
            Strategy::RandomWalk => Way::Dynamic(Walk::new(Map::of(program, all), false)),
            Strategy::GuidedWalk => Way::Dynamic(Walk::new(Map::of(program, all), true)),
        };
        Search { way, random: Random::new(seed), count: all.len() }
    }

    /// The index of the next candidate; none if there are no candidates.
    pub fn pick(&mut self) -> Option<usize> {
        if self.count == 0 {
            return None;
        }
        Some(match &mut self.way {
            Way::Static(weights) => weights.next(&mut self.random),
            Way::Dynamic(walk) => walk.next(&mut self.random),
        })
    }

    /// Learns what came of a candidate.
    pub fn learn(&mut self, candidate: usize, feedback: Feedback) {
        if let Way::Dynamic(walk) = &mut self.way {
            walk.learn(candidate, feedback.reward());
        }
    }
}
