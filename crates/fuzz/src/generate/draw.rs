//! Random constants, expressions and constraints in the shapes of a domain.

use soundline_domains::capabilities::Kind;
use soundline_domains::expr::{Constraint, LinearExpr, Relation, Space, Var};
use soundline_domains::numbers::Rat;
use soundline_lattice::choices::Random;
use soundline_targets::{Numbers, OperationKind, Profile};

use crate::config::{Config, Predefined};
use crate::property::{ConstraintShape, ExprShape};

const INT: [i64; 5] = [i32::MIN as i64, -1, 0, 1, i32::MAX as i64];
const LONG: [i64; 5] = [i64::MIN, -1, 0, 1, i64::MAX];
/// The ends of machine numbers, and where doubles stop to hold every integer.
const ALL: [i64; 12] = [
    i64::MIN,
    i64::MAX,
    i64::MIN + 1,
    i64::MAX - 1,
    i32::MIN as i64,
    i32::MAX as i64,
    1 << 53,
    (1 << 53) + 1,
    -(1 << 53) - 1,
    0,
    1,
    -1,
];

/// The source of everything random in a test.
pub(crate) struct Draw<'a> {
    random: &'a mut Random,
    pub config: &'a Config,
    pub profile: &'a Profile,
    pub space: &'a Space,
    /// Are there no fractions, because a variable is an integer?
    integral: bool,
    /// The extreme constants of this test. Outside of the paper's presets half of the tests have none, because an
    /// extreme constant drowns whatever else could be seen.
    extremes: Predefined,
    /// Only constraints and assignments that the domain represents.
    pub tame: bool,
}

impl<'a> Draw<'a> {
    pub fn new(
        random: &'a mut Random,
        config: &'a Config,
        profile: &'a Profile,
        space: &'a Space,
    ) -> Draw<'a> {
        let integral =
            profile.integers_only || (0..space.dimensions()).any(|v| space.is_integer(v));
        let extremes = match config.predefined {
            set if config.paper => set,
            // Machine numbers overflow at once, and whoever then hangs leaves no time for the rest.
            set if profile.numbers == Numbers::Machine => match random.up_to(255) {
                0 => set,
                1..8 if set != Predefined::None => Predefined::Int,
                _ => Predefined::None,
            },
            set if random.up_to(1) == 0 => set,
            _ => Predefined::None,
        };
        Draw { random, config, profile, space, integral, extremes, tame: false }
    }

    /// Are there no fractions, because a variable is an integer?
    pub fn is_integral(&self) -> bool {
        self.integral
    }

    /// Draw from another seed from now on.
    pub fn restart(&mut self, seed: u64) {
        *self.random = Random::new(seed);
    }

    pub fn bits(&mut self) -> u64 {
        self.random.bits()
    }

    /// A number below `n`, which is not 0.
    pub fn below(&mut self, n: usize) -> usize {
        self.random.up_to(n as u64 - 1) as usize
    }

    /// True once in `n` times.
    pub fn once_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    pub fn variable(&mut self) -> Var {
        self.below(self.space.dimensions().max(1))
    }

    /// What is forgotten at once: one variable as in the paper, and beside its presets once in
    /// four times one or two others, too.
    pub fn forgotten(&mut self) -> Vec<Var> {
        let mut forgotten = vec![self.variable()];
        if !self.config.paper && self.space.dimensions() > 1 && self.once_in(4) {
            for _ in 0..1 + self.below(2) {
                let other = self.variable();
                if !forgotten.contains(&other) {
                    forgotten.push(other);
                }
            }
        }
        forgotten
    }

    /// A constant.
    pub fn constant(&mut self) -> Rat {
        if self.extremes != Predefined::None && self.once_in(2) {
            return Rat::from(match self.extremes {
                Predefined::None => 0,
                Predefined::Int => self.pick(&INT),
                Predefined::Long => self.pick(&LONG),
                Predefined::All => self.pick(&ALL),
            });
        }
        // Rounding shows in sums of numbers that floats do not hold.
        let rounded = matches!(self.profile.numbers, Numbers::Double | Numbers::BigFloat);
        let fractions = match self.config.paper {
            true => 0..0,
            false if rounded => 1..5,
            false => 1..2,
        };
        match self.below(8) {
            0 => Rat::from(self.below(200_001) as i64 - 100_000),
            roll if !self.integral && fractions.contains(&roll) => {
                let (top, bottom) = (self.below(19) as i64 - 9, self.below(6) as i64 + 1);
                Rat::new(top, bottom).expect("the denominator is not 0")
            }
            _ => Rat::from(self.below(13) as i64 - 6),
        }
    }

    /// A factor of a variable that is not 0.
    fn factor(&mut self) -> Rat {
        match self.below(8) {
            0..4 => self.sign(),
            4..7 => Rat::from(self.pick(&[2i64, -2, 3, -3, 5])),
            _ => {
                let constant = self.constant();
                if constant.is_zero() { Rat::ONE } else { constant }
            }
        }
    }

    fn sign(&mut self) -> Rat {
        Rat::from(self.pick(&[1i64, -1]))
    }

    /// A linear expression over up to all variables, mostly few.
    pub fn expr(&mut self) -> LinearExpr {
        let dimensions = self.space.dimensions();
        if dimensions == 0 {
            return LinearExpr::constant(self.constant());
        }
        let most = match self.below(8) {
            0 => 0,
            1..4 => 1,
            4..7 => 2,
            _ => dimensions,
        };
        let terms: Vec<(Var, Rat)> = (0..most).map(|_| (self.variable(), self.factor())).collect();
        LinearExpr::new(terms, self.constant())
    }

    /// An expression such as the property wants it.
    pub fn expr_for(&mut self, shape: ExprShape, assigned: Option<Var>) -> LinearExpr {
        if shape == ExprShape::Any {
            return self.expr();
        }
        let other = match assigned {
            Some(v) if self.space.dimensions() > 1 => {
                let other = self.below(self.space.dimensions() - 1);
                // An integer is not always representable as the value of a real and vice versa.
                let other = other + usize::from(other >= v);
                (self.space.kind(other) == self.space.kind(v)).then_some(other)
            }
            _ => None,
        };
        let constant = self.constant();
        let Some(other) = other.filter(|_| !self.once_in(3)) else {
            return LinearExpr::constant(constant);
        };
        match self.profile.kind {
            Kind::Zones => LinearExpr::new([(other, Rat::ONE)], constant),
            Kind::Octagons => LinearExpr::new([(other, self.sign())], constant),
            Kind::Polyhedra | Kind::Equalities => {
                LinearExpr::new([(other, self.factor())], constant)
            }
            Kind::Intervals | Kind::Zonotopes | Kind::Values | Kind::Disjunctions => {
                LinearExpr::constant(constant)
            }
        }
    }

    /// A constraint such as the property wants it.
    pub fn constraint_for(&mut self, shape: ConstraintShape) -> Constraint {
        match shape {
            ConstraintShape::Represented => self.shaped_constraint(),
            ConstraintShape::Any if self.tame => self.shaped_constraint(),
            ConstraintShape::Any if self.once_in(2) => self.shaped_constraint(),
            ConstraintShape::Any => Constraint::new(self.expr(), self.relation(true)),
        }
    }

    fn relation(&mut self, any: bool) -> Relation {
        match self.below(16) {
            0..4 => Relation::Eq,
            4 if any => Relation::Ne,
            5..7 if any || self.profile.strict => Relation::Gt,
            _ => Relation::Ge,
        }
    }

    /// One constraint of the shape that the domain is made of: Table 1 of the paper.
    pub fn shaped_constraint(&mut self) -> Constraint {
        let dimensions = self.space.dimensions();
        if dimensions == 0 {
            return Constraint::new(LinearExpr::constant(self.constant()), self.relation(false));
        }
        let (v, w) = (self.variable(), self.variable());
        let (kind, rare) = (self.profile.kind, self.once_in(3));
        let terms: Vec<(Var, Rat)> = match kind {
            Kind::Zones if v != w && !rare => vec![(v, Rat::ONE), (w, -&Rat::ONE)],
            Kind::Octagons if v != w && !rare => vec![(v, self.sign()), (w, self.sign())],
            Kind::Polyhedra | Kind::Equalities if rare => {
                (0..dimensions).map(|v| (v, self.small_factor())).collect()
            }
            Kind::Polyhedra | Kind::Equalities => vec![(v, self.factor()), (w, self.factor())],
            _ => vec![(v, self.sign())],
        };
        let relation =
            if self.profile.kind == Kind::Equalities { Relation::Eq } else { self.relation(false) };
        Constraint::new(LinearExpr::new(terms, self.constant()), relation)
    }

    /// A factor that may be 0, as in dense constraints.
    fn small_factor(&mut self) -> Rat {
        Rat::from(self.pick(&[0i64, 0, 0, 1, -1, 1, -1, 2, -3]))
    }

    /// The constraints of an initial element: a few, which then have something to do with each other.
    pub fn initial(&mut self) -> Vec<Constraint> {
        let ranges = self.has_ranges() || self.once_in(4) && self.profile.kind != Kind::Equalities;
        let mut constraints = match self.space.dimensions() > 0 && ranges && !self.once_in(3) {
            true => self.range(),
            false => vec![self.shaped_constraint()],
        };
        if self.once_in(2) {
            constraints.extend((0..1 + self.below(3)).map(|_| self.shaped_constraint()));
        }
        constraints
    }

    /// An element with one constraint, exactly as in Table 1 of the paper.
    pub fn table_one(&mut self) -> Vec<Constraint> {
        let dimensions = self.space.dimensions();
        if dimensions > 0 && self.has_ranges() {
            return self.range();
        }
        let (v, w) = (self.variable(), self.variable());
        let terms: Vec<(Var, Rat)> = match self.profile.kind {
            _ if dimensions == 0 => Vec::new(),
            Kind::Zones if v == w => vec![(v, self.sign())],
            Kind::Zones => vec![(v, Rat::ONE), (w, -&Rat::ONE)],
            Kind::Octagons if v == w => vec![(v, self.sign())],
            Kind::Octagons => [v, w].map(|v| (v, Rat::from(self.pick(&[-1i64, 0, 1])))).to_vec(),
            _ => (0..dimensions).map(|v| (v, self.constant())).collect(),
        };
        let equal = self.profile.kind == Kind::Equalities || self.once_in(2);
        let relation = if equal { Relation::Eq } else { Relation::Ge };
        vec![Constraint::new(LinearExpr::new(terms, self.constant()), relation)]
    }

    /// Is an element of this domain a range for each variable?
    fn has_ranges(&self) -> bool {
        use Kind::{Disjunctions, Intervals, Values, Zonotopes};
        matches!(self.profile.kind, Intervals | Zonotopes | Values | Disjunctions)
    }

    /// A range of a variable.
    fn range(&mut self) -> Vec<Constraint> {
        let v = LinearExpr::variable(self.variable());
        let (one, other) = (self.constant(), self.constant());
        let (low, high) = if one <= other { (one, other) } else { (other, one) };
        vec![
            Constraint::ge(&v, &LinearExpr::constant(low)),
            Constraint::le(&v, &LinearExpr::constant(high)),
        ]
    }

    /// An operation of step 2 that the domain has.
    pub fn step_two(&mut self) -> OperationKind {
        let kinds = self.config.step_two();
        loop {
            let kind = self.pick(kinds);
            let variables = !matches!(
                kind,
                OperationKind::Join
                    | OperationKind::Meet
                    | OperationKind::Widen
                    | OperationKind::Narrow
            );
            let possible = self.profile.supports(kind)
                && (!variables || self.space.dimensions() > 0)
                && (kind != OperationKind::ParallelAssign || self.space.dimensions() > 1);
            // Join and meet always exist, or there would be nothing to test.
            if possible || kind == OperationKind::Join {
                return kind;
            }
        }
    }

    /// Where the variables come from when dimensions are removed, moved and added.
    pub fn sources(&mut self) -> Vec<Option<Var>> {
        let dimensions = self.space.dimensions();
        let mut sources: Vec<Option<Var>> = (0..dimensions).map(Some).collect();
        let (v, w) = (self.variable(), self.variable());
        if self.space.kind(v) == self.space.kind(w) {
            sources.swap(v, w);
        }
        if self.once_in(2) {
            let dropped = self.variable();
            sources[dropped] = None;
        }
        sources
    }
}
