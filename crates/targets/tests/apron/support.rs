//! What the tests of APRON's libraries share: finding them, random instructions, comparing results.

use std::sync::{Mutex, MutexGuard, PoisonError};

use soundline_domains::capabilities::Kind;
use soundline_domains::expr::{Constraint, LinearExpr, Relation, Space, Var};
use soundline_domains::numbers::Rat;
use soundline_domains::simplex::Simplex;
use soundline_targets::{Machine, Operation, Presence, Question, Slot, Target, apron};

/// Held by every test that calls a library: PPL, for one, keeps state for the whole process.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// Wait until no other test of this process calls a library.
pub fn alone() -> MutexGuard<'static, ()> {
    ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The targets that are installed here.
pub fn installed() -> Vec<Box<dyn Target>> {
    let mut targets = apron::targets();
    targets.retain(|target| matches!(target.presence(), Presence::Found { .. }));
    if !targets.iter().any(|target| target.name() == "apron:box:d") {
        soundline_needs::APRON.missing("APRON is not installed");
        return Vec::new();
    }
    targets
}

/// A machine of a target; `None`, with a word about it, if it is not installed.
pub fn open(name: &str, space: &Space) -> Option<Box<dyn Machine>> {
    let targets = installed();
    let target = targets.iter().find(|target| target.name() == name);
    if target.is_none() {
        soundline_needs::APRON.missing(format_args!("{name} is not installed"));
    }
    Some(target?.open(space).unwrap_or_else(|fault| panic!("{name}: {fault}")))
}

/// The element of some constraints.
pub fn constraints(space: &Space, texts: &[&str]) -> Operation {
    let parse = |text: &&str| space.parse(text).unwrap_or_else(|fault| panic!("{text}: {fault}"));
    Operation::Constraints(texts.iter().map(parse).collect())
}

/// Do both conjunctions stand for the same points?
pub fn same_points(dimensions: usize, left: &[Constraint], right: &[Constraint]) -> bool {
    let entails = |these: &[Constraint], those: &[Constraint]| {
        let mut simplex = Simplex::new(dimensions, these).expect("the constraints are convex");
        those.iter().all(|c| simplex.entails(c).expect("the constraint fits"))
    };
    entails(left, right) && entails(right, left)
}

/// Both machines must mean the same by an element.
pub fn compare(
    name: &str,
    foreign: &mut dyn Machine,
    native: &mut dyn Machine,
    slot: Slot,
    trace: &[Operation],
) {
    let there = foreign.constraints(slot).unwrap_or_else(|fault| panic!("{name}: {fault}"));
    let here = native.constraints(slot).expect("a domain of our own has constraints");
    assert!(
        same_points(native.space().dimensions(), &there, &here),
        "{name}: element {slot} of {trace:#?}\nis {there:?}\nnot {here:?}"
    );
    let empty = foreign.ask(Question::IsBottom(slot)).expect(name);
    assert_eq!(empty, native.ask(Question::IsBottom(slot)).expect("ours answers"), "{name}");
}

/// A source of instructions for tests, from splitmix64.
pub struct Random(u64);

impl Random {
    /// The source of a seed.
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0xd134_2543_de82_ef95))
    }

    /// A number below a bound.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }

    fn number(&mut self) -> Rat {
        let small = Rat::from(self.below(21) as i64 - 10);
        match self.below(12) {
            0 => Rat::new(self.below(41) as i64 - 20, 1 + self.below(6) as i64).expect("not 0"),
            1 => Rat::from(i64::MAX) + small,
            2 => Rat::from(i64::MIN) + small,
            _ => small,
        }
    }

    fn sign(&mut self) -> Rat {
        Rat::from(if self.below(2) == 0 { 1 } else { -1 })
    }

    /// An expression of the shape that elements of the kind are made of.
    fn expression(&mut self, kind: Kind, dimensions: usize) -> LinearExpr {
        let most = match kind {
            Kind::Intervals => 1,
            Kind::Octagons => 2,
            _ => 3,
        };
        let mut terms: Vec<(Var, Rat)> = Vec::new();
        for _ in 0..1 + self.below(most) {
            let variable = self.below(dimensions);
            let factor = match kind {
                Kind::Intervals | Kind::Octagons => self.sign(),
                _ => Rat::from(self.below(7) as i64 - 3),
            };
            if terms.iter().all(|(other, _)| *other != variable) {
                terms.push((variable, factor));
            }
        }
        LinearExpr::new(terms, self.number())
    }

    fn constraint(&mut self, kind: Kind, dimensions: usize, strict: bool) -> Constraint {
        let relation = match self.below(8) {
            0 => Relation::Eq,
            _ if kind == Kind::Equalities => Relation::Eq,
            1 | 2 if strict => Relation::Gt,
            _ => Relation::Ge,
        };
        Constraint::new(self.expression(kind, dimensions), relation)
    }

    /// A guard: boxes are best for any that is not strict, polyhedra for any at all.
    fn guard(&mut self, kind: Kind, dimensions: usize, strict: bool) -> Constraint {
        let shape = if kind == Kind::Intervals { Kind::Polyhedra } else { kind };
        self.constraint(shape, dimensions, strict || kind == Kind::Polyhedra)
    }

    /// What is assigned: octagons are exact only for one variable.
    fn assigned(&mut self, kind: Kind, dimensions: usize) -> LinearExpr {
        if kind != Kind::Octagons {
            return self.expression(Kind::Polyhedra, dimensions);
        }
        let terms = match self.below(4) {
            0 => vec![],
            _ => vec![(self.below(dimensions), self.sign())],
        };
        LinearExpr::new(terms, self.number())
    }

    fn sources(&mut self, dimensions: usize) -> Vec<Option<Var>> {
        let mut order: Vec<Option<Var>> = (0..dimensions).map(Some).collect();
        for place in (1..dimensions).rev() {
            order.swap(place, self.below(place + 1));
        }
        order.into_iter().map(|source| source.filter(|_| self.below(3) > 0)).collect()
    }

    /// Any operation but widening and narrowing, over a pool of so many elements.
    pub fn operation(
        &mut self,
        kind: Kind,
        dimensions: usize,
        pool: usize,
        strict: bool,
    ) -> Operation {
        let (a, b) = (Slot(self.below(pool)), Slot(self.below(pool)));
        match self.below(9) {
            0 | 1 => {
                let count = self.below(4);
                let constraints = (0..count).map(|_| self.constraint(kind, dimensions, strict));
                Operation::Constraints(constraints.collect())
            }
            2 => Operation::Join(a, b),
            3 => Operation::Meet(a, b),
            4 => {
                let variable = self.below(dimensions);
                Operation::Assign(a, vec![(variable, self.assigned(kind, dimensions))])
            }
            // Octagons of both sides lose different things in parallel assignments.
            5 if kind != Kind::Octagons => {
                let variable = self.below(dimensions);
                let other = (variable + 1) % dimensions;
                let assigned = [variable, other].map(|v| (v, self.assigned(kind, dimensions)));
                Operation::Assign(a, assigned.to_vec())
            }
            5 | 6 => Operation::Forget(a, vec![self.below(dimensions)]),
            7 => Operation::Guard(a, self.guard(kind, dimensions, strict)),
            _ => Operation::Embed(a, self.sources(dimensions)),
        }
    }
}
