//! From a seed and an index to a test: the pool of elements, the operations on it, and operands for
//! which the precondition of the property holds.

mod compare;
mod draw;
mod pool;
mod roles;

use soundline_domains::expr::Space;
use soundline_lattice::choices::Random;
use soundline_targets::{OperationKind, Profile};

use crate::config::Config;
use crate::property::{self, AGREES, Applies, Property, Setting};
use crate::trace::{Arguments, Check, Trace};
use draw::Draw;
use pool::Pool;

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
        let schedule = interleave(&applicable);
        let seed = soundline_lattice::choices::derived_seed(seed, target, 0);
        let target = target.to_string();
        Plan { target, against: None, profile, config, seed, schedule, spaces }
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

    /// Test `index`.
    pub fn trace(&self, index: u64) -> Trace {
        let property = self.property(index);
        let seed = self.seed.wrapping_add(index.wrapping_mul(0xd134_2543_de82_ef95));
        let mut random = Random::new(seed);
        let variables = self.variables(property, &mut random);
        let space = &self.spaces[variables];
        let mut draw = Draw::new(&mut random, &self.config, &self.profile, space);
        draw.tame = self.against.is_some();
        let mut pool = Pool::new(draw);
        pool.extend();
        let arguments = self.arguments(property, &mut pool);
        let statements = pool.into_statements();
        let check = Check { property: property.number, arguments };
        let (target, against) = (self.target.clone(), self.against.clone());
        Trace { target, against, space: space.clone(), statements, check }
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

    fn arguments(&self, property: &Property, pool: &mut Pool) -> Arguments {
        let inputs = &property.inputs;
        // The contract of narrowings is kept by construction, and by nothing else.
        let checked = !property.needs.contains(&OperationKind::Narrow);
        let elements = roles::elements(pool, inputs.roles, checked);
        let chain = if inputs.chain { pool.chain() } else { Vec::new() };
        let variable = inputs.variable.then(|| pool.draw.variable());
        let expr = inputs.expr.map(|shape| pool.draw.expr_for(shape, variable));
        let constraint = inputs.constraint.map(|shape| pool.draw.constraint_for(shape));
        let seed = if inputs.seed { pool.draw.bits() >> 32 } else { 0 };
        pool.touch_some(&elements);
        Arguments { elements, chain, variable, expr, constraint, seed }
    }
}

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
