//! From a seed and an index to a test: the pool of elements, the operations on it, and operands for
//! which the precondition of the property holds.

mod compare;
mod direct;
mod draw;
mod pool;
mod roles;

use soundline_domains::expr::{Constraint, Space};
use soundline_lattice::choices::Random;
use soundline_targets::{OperationKind, Profile};

use crate::config::Config;
use crate::guide::Search;
use crate::property::{self, AGREES, Applies, Property, Setting};
use crate::trace::{Arguments, Check, Trace};
pub(crate) use draw::Draw;
pub(crate) use pool::Pool;

/// All tests of a target: each is a function of the plan and of its index.
pub struct Plan {
    target: String,
    against: Option<String>,
    profile: Profile,
    config: Config,
    seed: u64,
    /// The properties in the order in which tests take them, each as often as its share says.
    schedule: Vec<&'static Property>,
    spaces: Vec<Space>,
    /// The initial elements behind top and bottom, for each number of variables: the paper's presets make them once,
    /// for all tests.
    shared: Vec<Vec<Vec<Constraint>>>,
}

impl Plan {
    /// The tests of a target for some properties.
    pub fn new(
        target: &str,
        profile: Profile,
        config: Config,
        seed: u64,
        wanted: impl Fn(&Property) -> bool,
    ) -> Plan {
        let spaces: Vec<Space> = (0..=config.most_variables).map(|n| config.space(n)).collect();
        let setting = Setting { profile: &profile, space: &spaces[config.most_variables] };
        let applies = |p: &&Property| wanted(p) && p.applies_to(&setting) == Applies::Yes;
        let applicable: Vec<&Property> = property::all().iter().filter(applies).collect();
        // What was tested least is where the next bug is: the guide gives all the same share.
        let schedule = match config.search {
            Search::Guided => applicable,
            _ => interleave(&applicable),
        };
        let seed = soundline_lattice::choices::derived_seed(seed, target, 0);
        let target = target.to_string();
        let shared = match config.paper {
            true => spaces.iter().map(|space| shared(&config, &profile, space, seed)).collect(),
            false => Vec::new(),
        };
        Plan { target, against: None, profile, config, seed, schedule, spaces, shared }
    }

    /// The tests that compare with another target of the same kind: only operations whose results
    /// both claim to be the best, so that there is nothing to disagree about.
    pub fn against(self, name: &str, other: &Profile) -> Plan {
        let agrees = property::get(AGREES).expect("the comparison is in the table");
        let profile = compare::common(&self.profile, other);
        Plan { against: Some(name.to_string()), profile, schedule: vec![agrees], ..self }
    }

    /// The properties in the order in which tests take them.
    pub fn schedule(&self) -> impl Iterator<Item = &'static Property> {
        self.schedule.iter().copied()
    }

    /// What the domain can do.
    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    /// The space of most tests.
    pub fn largest_space(&self) -> &Space {
        &self.spaces[self.config.most_variables]
    }

    /// Is there nothing to test?
    pub fn is_empty(&self) -> bool {
        self.schedule.is_empty()
    }

    /// The property of test `index`.
    pub fn property(&self, index: u64) -> &'static Property {
        self.schedule[(index % self.schedule.len() as u64) as usize]
    }

    /// Test `index`, drawn afresh.
    pub fn trace(&self, index: u64) -> Trace {
        let property = self.property(index);
        let mut random = self.random(index);
        let variables = self.variables(property, &mut random);
        let space = &self.spaces[variables];
        let mut pool = self.pool(&mut random, space);
        if !self.config.search.is_direct() {
            pool.extend();
        }
        let arguments = self.arguments(property, &mut pool);
        self.trace_of(property, space.clone(), pool, arguments)
    }

    /// A test that is chosen by bytes, for fuzzers that know bytes alone: four for the variables and
    /// the property, then four for each operation and for the operands. Other bytes in one place change
    /// one operation. Too few bytes are no test.
    pub fn trace_from(&self, bytes: &[u8]) -> Option<Trace> {
        let (head, rest) = bytes.split_first_chunk::<4>()?;
        let (last, operations) = rest.split_last_chunk::<4>().map(|(rest, last)| (last, rest))?;
        if self.schedule.is_empty() {
            return None;
        }
        let property = self.schedule[usize::from(head[0]) % self.schedule.len()];
        let mut random = Random::new(u32::from_le_bytes(*head).into());
        let variables = self.variables(property, &mut random);
        let space = &self.spaces[variables];
        let mut pool = self.pool(&mut random, space);
        for chunk in operations.as_chunks::<4>().0.iter().take(LONGEST) {
            pool.draw.restart(u32::from_le_bytes(*chunk).into());
            pool.apply_any();
        }
        pool.draw.restart(u32::from_le_bytes(*last).into());
        let arguments = self.arguments(property, &mut pool);
        Some(self.trace_of(property, space.clone(), pool, arguments))
    }

    /// A trace from elsewhere as a test of this plan, if it could be one: its space, its operations
    /// and its property must be such as this plan has.
    pub(crate) fn adopted(&self, trace: &Trace) -> Option<Trace> {
        let known = |p: &&'static Property| p.number == trace.check.property;
        let fits = self.spaces.contains(&trace.space)
            && trace.operations().all(|operation| self.profile.supports(operation.kind()))
            && trace.check.is_complete()
            && self.schedule.iter().any(known);
        let (target, against) = (self.target.clone(), self.against.clone());
        fits.then(|| Trace { target, against, ..trace.clone() })
    }

    /// How tests are found.
    pub fn search(&self) -> Search {
        self.config.search
    }

    /// From what test `index` is drawn.
    pub(crate) fn random(&self, index: u64) -> Random {
        Random::new(self.seed.wrapping_add(index.wrapping_mul(0xd134_2543_de82_ef95)))
    }

    /// An empty pool over a space.
    pub(crate) fn pool<'p>(&'p self, random: &'p mut Random, space: &'p Space) -> Pool<'p> {
        let mut draw = Draw::new(random, &self.config, &self.profile, space);
        draw.tame = self.against.is_some();
        let shared = self.shared.get(space.dimensions()).map_or(&[][..], Vec::as_slice);
        Pool::new(draw, shared)
    }

    /// The test that checks a property for elements of a pool.
    pub(crate) fn trace_of(
        &self,
        property: &Property,
        space: Space,
        pool: Pool,
        arguments: Arguments,
    ) -> Trace {
        let statements = pool.into_statements();
        let check = Check { property: property.number, arguments };
        let (target, against) = (self.target.clone(), self.against.clone());
        Trace { target, against, space, statements, check }
    }

    /// Does the check find out by itself whether its operands are as it wants them? The contract of
    /// narrowings is kept by construction, and by nothing else.
    pub(crate) fn is_checked(&self, property: &Property) -> bool {
        !property.needs.contains(&OperationKind::Narrow)
    }

    /// Two tests in three have few variables, because then elements have more to do with each other;
    /// the rest have all of them, because decompositions need that.
    fn variables(&self, property: &Property, random: &mut Random) -> usize {
        let (least, most) = (self.config.least_variables, self.config.most_variables);
        let fewest = least.max(usize::from(property.inputs.needs_variables()));
        match random.up_to(63) {
            _ if fewest >= most => most,
            0 => fewest,
            1..44 => fewest.max(1 + random.up_to(4.min(most as u64 - 1)) as usize),
            _ => most,
        }
    }

    /// Operands of a property, made of elements of the pool.
    pub(crate) fn arguments(&self, property: &Property, pool: &mut Pool) -> Arguments {
        let inputs = &property.inputs;
        let checked = self.is_checked(property);
        let elements = match self.config.search.is_direct() && checked {
            true => inputs.roles.iter().map(|_| pool.pick()).collect(),
            false => roles::elements(pool, inputs.roles, checked),
        };
        let chain = if inputs.chain { pool.chain() } else { Vec::new() };
        let variable = inputs.variable.then(|| pool.draw.variable());
        let expr = inputs.expr.map(|shape| pool.draw.expr_for(shape, variable));
        let constraint = inputs.constraint.map(|shape| pool.draw.constraint_for(shape));
        let seed = if inputs.seed { pool.draw.bits() >> 32 } else { 0 };
        pool.touch_some(&elements);
        Arguments { elements, chain, variable, expr, constraint, seed }
    }
}

/// Step 1 of the paper: the initial elements behind top and bottom, each with one constraint.
fn shared(config: &Config, profile: &Profile, space: &Space, seed: u64) -> Vec<Vec<Constraint>> {
    let mut random = Random::new(seed);
    let mut draw = Draw::new(&mut random, config, profile, space);
    (2..config.pool).map(|_| draw.table_one()).collect()
}

/// The most operations that bytes choose.
const LONGEST: usize = 64;

/// Every property in turn, the cheap ones more often: oracles that compute exact references would
/// otherwise take nearly all of the time.
fn interleave(properties: &[&'static Property]) -> Vec<&'static Property> {
    const ROUNDS: usize = 6;
    let mut schedule = Vec::new();
    for round in 0..ROUNDS {
        let due = |(position, p): &(usize, &&'static Property)| {
            p.is_from_the_paper() || position % ROUNDS == round
        };
        schedule.extend(properties.iter().enumerate().filter(due).map(|(_, p)| *p));
    }
    schedule
}

#[cfg(test)]
mod tests {
    use super::*;
    use soundline_targets::Registry;

    /// Bytes are a test, and a byte in the middle changes no operation before it.
    #[test]
    fn bytes_choose_tests() {
        let config = Config::default();
        let registry = Registry::builtin();
        let target = registry.get("octagons:exact").expect("it is built in");
        let machine = target.open(&config.space(1)).expect("it opens");
        let plan = Plan::new("octagons:exact", machine.profile().clone(), config, 0, |_| true);
        assert_eq!(plan.trace_from(&[1, 2, 3]), None);
        let bytes: Vec<u8> = (0..40).collect();
        let trace = plan.trace_from(&bytes).expect("there are enough bytes");
        assert!(trace.check.is_complete() && trace.elements() >= 8, "{trace}");
        let mut changed = bytes.clone();
        changed[34] ^= 0x55;
        let other = plan.trace_from(&changed).expect("there are enough bytes");
        assert_ne!(trace, other);
        let alike = trace.statements.iter().zip(&other.statements).take_while(|(a, b)| a == b);
        assert!(alike.count() >= 6, "{trace}\n{other}");
    }

    /// Step 1 as in the paper: all tests share the initial elements, and each has one constraint of Table 1.
    #[test]
    fn presets_share_elements_of_table_one() {
        use soundline_targets::Operation;
        let registry = Registry::builtin();
        let config = Config::preset("C2").expect("it is a preset");
        for (name, fewest) in [("boxes:exact", 1), ("octagons:exact", 1), ("polyhedra", 5)] {
            let target = registry.get(name).expect("it is built in");
            let machine = target.open(&config.space(8)).expect("it opens");
            let plan =
                Plan::new(name, machine.profile().clone(), config.clone(), 0, |p| p.number == 3);
            let initial: Vec<Vec<Constraint>> = (0..200)
                .flat_map(|index| plan.trace(index).operations().cloned().collect::<Vec<_>>())
                .filter_map(|made| match made {
                    Operation::Constraints(constraints) => Some(constraints),
                    _ => None,
                })
                .collect();
            assert!(initial.iter().all(|made| plan.shared[8].contains(made)), "{name}");
            assert_eq!(plan.shared[8].len(), 30, "{name}");
            let terms = |made: &Vec<Constraint>| made[0].expr().terms().len();
            assert!(plan.shared[8].iter().map(terms).max() >= Some(fewest), "{name}");
            let limit = if name == "boxes:exact" { 2 } else { 1 };
            assert!(initial.iter().all(|made| made.len() == limit), "{name}");
            let whole =
                |c: &Constraint| c.expr().terms().iter().all(|(_, factor)| factor.is_integer());
            assert!(initial.iter().flatten().all(whole), "{name}");
        }
    }
}
