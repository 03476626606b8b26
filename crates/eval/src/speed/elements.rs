//! Elements as analyses have them, made by the same instructions for every contender.
//!
//! All constraints hold at one common point, so that no meet is empty; they leave some room around
//! it, so that elements differ. Constants are integers, one in eight a half.

use soundline_domains::capabilities::Kind;
use soundline_domains::expr::{Constraint, LinearExpr, Relation, Var};
use soundline_domains::numbers::Rat;
use soundline_lattice::choices::Random;

/// Elements that are made from constraints; those that are compared are meets of two of them.
pub const BASES: usize = 8;
/// Pairs of elements that every row goes through.
pub const PAIRS: usize = 6;

/// Variables in which polyhedra differ. More would make joins with too many faces, and two branches
/// of a program do not differ in all variables.
const VARIED: usize = 8;

/// Everything that a row needs.
pub struct Scene {
    /// Constraints of elements.
    pub bases: Vec<Vec<Constraint>>,
    /// Three variables for each pair.
    pub variables: Vec<[Var; 3]>,
    /// Constraints of the shape of the domain.
    pub guards: Vec<Constraint>,
    /// Constraints on three variables.
    pub linear_guards: Vec<Constraint>,
}

impl Scene {
    /// The scene for a kind of domain and a number of variables, always the same one.
    pub fn new(kind: Kind, variables: usize) -> Scene {
        let mut draw = Draw::new(kind, variables);
        let bases = (0..BASES).map(|_| draw.base()).collect();
        let triples: Vec<[Var; 3]> = (0..PAIRS).map(|_| draw.triple()).collect();
        let guards = (0..PAIRS).map(|_| draw.shaped()).collect();
        let linear_guards = triples.iter().map(|triple| draw.linear(triple)).collect();
        Scene { bases, variables: triples, guards, linear_guards }
    }
}

struct Draw {
    random: Random,
    kind: Kind,
    variables: usize,
    /// The common point.
    point: Vec<i64>,
}

impl Draw {
    fn new(kind: Kind, variables: usize) -> Draw {
        let mut random = Random::new(variables as u64);
        let point = (0..variables).map(|_| random.up_to(40) as i64 - 20).collect();
        Draw { random, kind, variables, point }
    }

    fn number(&mut self, low: i64, high: i64) -> i64 {
        low + self.random.up_to((high - low) as u64) as i64
    }

    fn once_in(&mut self, n: i64) -> bool {
        self.number(1, n) == 1
    }

    /// Variables that differ from each other as far as there are enough.
    fn triple(&mut self) -> [Var; 3] {
        let most = match self.kind {
            Kind::Polyhedra => self.variables.min(VARIED),
            _ => self.variables,
        };
        let first = self.number(0, most as i64 - 1) as usize;
        [first, (first + 1) % most, (first + 3) % most]
    }

    /// The constraint that the form is at least its value at the point, less some room.
    fn at_least(&mut self, terms: &[(Var, i64)], most_room: i64) -> Constraint {
        let room = self.number(0, most_room);
        let half = if self.once_in(8) { Rat::new(1, 2).expect("2 is not 0") } else { Rat::ZERO };
        self.relation(terms, &Rat::from(room) + &half, Relation::Ge)
    }

    fn relation(&self, terms: &[(Var, i64)], room: Rat, relation: Relation) -> Constraint {
        let value: i64 = terms.iter().map(|(v, factor)| factor * self.point[*v]).sum();
        let terms = terms.iter().map(|(v, factor)| (*v, Rat::from(*factor)));
        Constraint::new(LinearExpr::new(terms, &room - &Rat::from(value)), relation)
    }

    fn sign(&mut self) -> i64 {
        if self.once_in(2) { 1 } else { -1 }
    }

    /// A constraint of the shape that the domain is made of.
    fn shaped(&mut self) -> Constraint {
        let [v, w, u] = self.triple();
        match self.kind {
            Kind::Zones => self.at_least(&[(v, 1), (w, -1)], 30),
            Kind::Octagons => {
                let signs = [self.sign(), self.sign()];
                self.at_least(&[(v, signs[0]), (w, signs[1])], 30)
            }
            Kind::Polyhedra => self.at_least(&[(v, 1), (w, -1), (u, 2)], 10),
            Kind::Equalities => self.relation(&[(v, 1), (w, -1)], Rat::ZERO, Relation::Eq),
            _ => {
                let sign = self.sign();
                self.at_least(&[(v, sign)], 30)
            }
        }
    }

    fn linear(&mut self, triple: &[Var; 3]) -> Constraint {
        let [v, w, u] = *triple;
        self.at_least(&[(v, 1), (w, 2), (u, -1)], 20)
    }

    /// The constraints of an element.
    fn base(&mut self) -> Vec<Constraint> {
        match self.kind {
            Kind::Polyhedra => self.polyhedron(),
            Kind::Equalities => self.equations(),
            Kind::Zones | Kind::Octagons => {
                let mut constraints = self.bounds(3);
                constraints.extend((0..self.variables).map(|_| self.shaped()));
                constraints
            }
            _ => self.bounds(10),
        }
    }

    /// Bounds of the variables, each there but for one in `n` times.
    fn bounds(&mut self, n: i64) -> Vec<Constraint> {
        let sides = (0..self.variables).flat_map(|v| [(v, 1), (v, -1)]);
        let mut constraints = Vec::new();
        for side in sides {
            if !self.once_in(n) {
                constraints.push(self.at_least(&[side], 60));
            }
        }
        constraints
    }

    /// Bounds, copies with an offset, and relations between two or three of the first variables;
    /// later variables are at least something or a copy of an early one, in all elements alike.
    fn polyhedron(&mut self) -> Vec<Constraint> {
        let varied = self.variables.min(VARIED);
        let mut constraints = Vec::new();
        for v in 0..varied {
            match self.number(0, 9) {
                0..=2 => {}
                3..=6 => constraints.push(self.at_least(&[(v, 1)], 10)),
                7..=8 => {
                    constraints.push(self.at_least(&[(v, 1)], 10));
                    constraints.push(self.at_least(&[(v, -1)], 10));
                }
                _ => {
                    let copy = [(v, 1), ((v + 1) % varied, -1)];
                    constraints.extend(
                        (varied > 1).then(|| self.relation(&copy, Rat::ZERO, Relation::Eq)),
                    );
                }
            }
        }
        constraints.extend((0..varied / 4).map(|_| self.shaped()));
        for v in VARIED..self.variables {
            constraints.push(match v % 2 {
                0 => self.relation(&[(v, 1), (v % VARIED, -1)], Rat::ZERO, Relation::Eq),
                _ => self.relation(&[(v, 1)], Rat::ONE, Relation::Ge),
            });
        }
        constraints
    }

    /// Equations between three variables, for half of the variables.
    fn equations(&mut self) -> Vec<Constraint> {
        let mut constraints = Vec::new();
        for v in (0..self.variables).step_by(2) {
            let [w, u, _] = self.triple();
            let factor = self.number(-2, 2);
            constraints.push(self.relation(
                &[(v, 1), (w, factor), (u, 1)],
                Rat::ZERO,
                Relation::Eq,
            ));
        }
        constraints
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use soundline_domains::expr::Space;
    use soundline_lattice::Answer;
    use soundline_targets::{Operation, Question, Registry, Slot};

    /// Meets are not empty, elements differ, and none of them is everything.
    #[test]
    fn elements_are_neither_top_nor_bottom() {
        let registry = Registry::builtin();
        for contest in super::super::contest::all(None) {
            let scene = Scene::new(contest.kind, 4);
            let target = registry.get(contest.native).unwrap();
            let mut machine = target.open(&Space::reals(4)).unwrap();
            for base in &scene.bases {
                machine.apply(&Operation::Constraints(base.clone())).unwrap();
            }
            for base in 1..BASES {
                let meet = machine.apply(&Operation::Meet(Slot(base - 1), Slot(base))).unwrap();
                for question in [Question::IsBottom(meet), Question::IsTop(meet)] {
                    assert_ne!(machine.ask(question), Ok(Answer::Yes), "{}", contest.native);
                }
                let same = machine.ask(Question::Equal(Slot(base - 1), Slot(base)));
                assert_eq!(same, Ok(Answer::No), "{}", contest.native);
            }
        }
    }
}
