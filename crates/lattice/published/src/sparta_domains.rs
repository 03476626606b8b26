//! Adapters for the abstract domains of the crate sparta.
//!
//! The file is compiled against two versions of sparta, so it uses what both have.

use soundline_lattice::laws::ids;
use soundline_lattice::{
    Answer, Case, Choices, Class, Generate, Lattice, Law, LawId, Narrowing, Outcome, Subject,
    Suite, Widening, order_equal,
};
use sparta::datatype::{
    AbstractDomain, AbstractEnvironment, AbstractPartition, DisjointUnion,
    HashMapAbstractEnvironment, HashMapAbstractPartition, HashSetAbstractDomain, LiftedDomain,
    PatriciaTreeMapAbstractEnvironment, PatriciaTreeMapAbstractPartition,
    PatriciaTreeSetAbstractDomain, PowersetLattice, SetAbstractDomainOps,
};
use std::fmt::Debug;

/// Sets as patricia trees.
pub type PatriciaSet = PatriciaTreeSetAbstractDomain<u32>;
/// Sets as hash sets.
pub type HashSet = HashSetAbstractDomain<u32>;
/// Sets with one more bottom below.
pub type Lifted = LiftedDomain<HashSet>;
/// Environments as patricia trees, of sets.
pub type PatriciaEnvironment = PatriciaTreeMapAbstractEnvironment<u32, HashSet>;
/// Environments as hash maps, of sets.
pub type HashEnvironment = HashMapAbstractEnvironment<u32, HashSet>;
/// Partitions as patricia trees, of sets.
pub type PatriciaPartition = PatriciaTreeMapAbstractPartition<u32, HashSet>;
/// Partitions as hash maps, of sets.
pub type HashPartition = HashMapAbstractPartition<u32, HashSet>;
/// Environments of environments: here joins of values reach top.
pub type PatriciaEnvironments = PatriciaTreeMapAbstractEnvironment<u32, HashEnvironment>;
/// The same with hash maps.
pub type HashEnvironments = HashMapAbstractEnvironment<u32, HashEnvironment>;
/// Environments of partitions: here meets of values reach bottom.
pub type PatriciaEnvironmentOfPartitions = PatriciaTreeMapAbstractEnvironment<u32, HashPartition>;
/// The same with hash maps.
pub type HashEnvironmentOfPartitions = HashMapAbstractEnvironment<u32, HashPartition>;
/// Partitions of partitions: here meets of values reach bottom.
pub type PatriciaPartitions = PatriciaTreeMapAbstractPartition<u32, HashPartition>;
/// The same with hash maps.
pub type HashPartitions = HashMapAbstractPartition<u32, HashPartition>;

/// Two kinds of values in one domain, by sparta's derive macro.
#[derive(Clone, Debug, PartialEq, Eq, DisjointUnion)]
pub enum Union {
    /// Values of the first kind.
    First(HashSetAbstractDomain<u32>),
    /// Values of the second kind.
    Second(HashSetAbstractDomain<u32>),
}

/// A domain that says how its elements are drawn and shown.
pub trait Sample: AbstractDomain + Debug + 'static {
    /// Any element that the domain's own operations can build.
    fn sample(choices: &mut Choices) -> Self;
    /// The element as counterexamples show it.
    fn shown(&self) -> String;
    /// Do both stand for the same element? By `==`, unless one element has several forms.
    fn same(&self, other: &Self) -> Answer {
        (self == other).into()
    }
}

/// A sparta domain as a lattice.
pub struct Sparta<D>(std::marker::PhantomData<fn() -> D>);

impl<D> Default for Sparta<D> {
    fn default() -> Self {
        Sparta(std::marker::PhantomData)
    }
}

impl<D: Sample> Lattice for Sparta<D> {
    type Elem = D;

    fn bottom(&self) -> D {
        D::bottom()
    }

    fn top(&self) -> Option<D> {
        Some(D::top())
    }

    fn leq(&self, a: &D, b: &D) -> Answer {
        a.leq(b).into()
    }

    fn equal(&self, a: &D, b: &D) -> Answer {
        a.same(b)
    }

    fn join(&self, a: &D, b: &D) -> D {
        a.clone().join(b.clone())
    }

    fn meet(&self, a: &D, b: &D) -> D {
        a.clone().meet(b.clone())
    }

    fn show(&self, a: &D) -> String {
        a.shown()
    }
}

impl<D: Sample> Generate for Sparta<D> {
    fn arbitrary(&self, choices: &mut Choices) -> D {
        D::sample(choices)
    }
}

impl<D: Sample> Widening for Sparta<D> {
    fn widen(&self, a: &D, b: &D) -> D {
        a.clone().widen(b.clone())
    }
}

impl<D: Sample> Narrowing for Sparta<D> {
    fn narrow(&self, a: &D, b: &D) -> D {
        a.clone().narrow(b.clone())
    }
}

/// Keys that make patricia trees of all small shapes, and long common prefixes.
const KEYS: [u32; 9] = [0, 1, 2, 3, 4, 5, 6, 1 << 31, u32::MAX];
/// A key that is never bound.
const UNBOUND: u32 = 7;

/// Every key that a law has to look at.
fn every_key() -> impl Iterator<Item = u32> {
    KEYS.into_iter().chain([UNBOUND])
}

/// One of the keys, half of the time one of the first three, so that equal ones meet.
fn key(choices: &mut Choices) -> u32 {
    let last = KEYS.len() as u64 - 1;
    let index = choices.draw_as(last, |random| {
        let few = random.up_to(1) == 0;
        random.up_to(if few { 2 } else { last })
    });
    KEYS[index as usize]
}

fn shown_set(mut elements: Vec<u32>) -> String {
    elements.sort_unstable();
    let shown: Vec<String> = elements.iter().map(u32::to_string).collect();
    format!("{{{}}}", shown.join(" "))
}

fn shown_map<D: Sample>(bindings: impl Iterator<Item = (u32, D)>) -> String {
    let mut bindings: Vec<(u32, String)> = bindings.map(|(key, d)| (key, d.shown())).collect();
    bindings.sort();
    let shown: Vec<String> = bindings.iter().map(|(key, d)| format!("{key}: {d}")).collect();
    format!("[{}]", shown.join(", "))
}

/// A set, bottom or top. The kind is drawn last, so that all kinds shrink to each other.
fn sample_powerset<S>(choices: &mut Choices) -> PowersetLattice<S>
where
    S: SetAbstractDomainOps + FromIterator<u32>,
{
    let keys = choices.many(5, key);
    match choices.draw(5) {
        4 => PowersetLattice::Bottom,
        5 => PowersetLattice::Top,
        _ => keys.into_iter().collect(),
    }
}

/// A powerset, its elements listed by `elements`.
fn shown_powerset<S>(powerset: &PowersetLattice<S>, elements: impl Fn(&S) -> Vec<u32>) -> String
where
    S: SetAbstractDomainOps,
{
    match powerset {
        PowersetLattice::Top => "⊤".into(),
        PowersetLattice::Bottom => "⊥".into(),
        PowersetLattice::Value(set) => shown_set(elements(set)),
    }
}

impl Sample for PatriciaSet {
    fn sample(choices: &mut Choices) -> Self {
        sample_powerset(choices)
    }

    fn shown(&self) -> String {
        shown_powerset(self, |set| set.iter().collect())
    }
}

impl Sample for HashSet {
    fn sample(choices: &mut Choices) -> Self {
        sample_powerset(choices)
    }

    fn shown(&self) -> String {
        shown_powerset(self, |set| set.iter().copied().collect())
    }
}

impl Sample for Lifted {
    fn sample(choices: &mut Choices) -> Self {
        let lifted = LiftedDomain::Lifted(HashSet::sample(choices));
        if choices.draw(5) == 5 { LiftedDomain::Bottom } else { lifted }
    }

    fn shown(&self) -> String {
        match self {
            LiftedDomain::Bottom => "⊥".into(),
            LiftedDomain::Lifted(set) => format!("lifted {}", set.shown()),
        }
    }
}

impl Sample for Union {
    fn sample(choices: &mut Choices) -> Self {
        let wrap = choices.pick(&[Union::First as fn(HashSet) -> Union, Union::Second]);
        wrap(HashSet::sample(choices))
    }

    fn shown(&self) -> String {
        match self {
            Union::First(set) => format!("first {}", set.shown()),
            Union::Second(set) => format!("second {}", set.shown()),
        }
    }

    /// The bottoms of both arms are bottom, and the tops of both arms are top.
    fn same(&self, other: &Self) -> Answer {
        order_equal(&Sparta::default(), self, other)
    }
}

/// Draw a map by binding some keys one after the other.
macro_rules! sample_of_maps {
    ($map:ident, $special:ident, $symbol:literal, $empty:ident, $($value:ty),+) => {
        $(impl Sample for $map<u32, $value> {
            fn sample(choices: &mut Choices) -> Self {
                let bindings =
                    choices.many(5, |choices| (key(choices), Sample::sample(choices)));
                if choices.draw(7) == 7 {
                    return $map::$special;
                }
                let mut map = Self::$empty();
                for (key, value) in bindings {
                    map.set(key, value);
                }
                map
            }

            fn shown(&self) -> String {
                match self {
                    $map::$special => $symbol.into(),
                    $map::Value(map) => {
                        shown_map(map.iter().map(|(key, d)| (key.to_owned(), d.clone())))
                    }
                }
            }
        })+
    };
}

sample_of_maps!(
    PatriciaTreeMapAbstractEnvironment,
    Bottom,
    "⊥",
    top,
    HashSet,
    HashEnvironment,
    HashPartition
);
sample_of_maps!(
    HashMapAbstractEnvironment,
    Bottom,
    "⊥",
    top,
    HashSet,
    HashEnvironment,
    HashPartition
);
sample_of_maps!(PatriciaTreeMapAbstractPartition, Top, "⊤", bottom, HashSet, HashPartition);
sample_of_maps!(HashMapAbstractPartition, Top, "⊤", bottom, HashSet, HashPartition);

/// The laws of a sparta domain. Widenings are checked, narrowings only where a test asks for them:
/// maps narrow with the narrowing of their values, so there is nothing more to see.
pub fn suite<D: Sample>(name: &str, more: Vec<Law<Sparta<D>>>) -> Suite<Sparta<D>> {
    let suite = Suite::new(name, Sparta::<D>::default()).equality().widening();
    suite.with(bounds_laws()).with(more)
}

/// The laws of a domain whose widening is not exact at bottom, which a widening need not be.
pub fn suite_of_sets<D: Sample>(name: &str) -> Suite<Sparta<D>> {
    let reason = "the widening of sets is always top, which is a widening";
    let suite = suite(name, vec![]).narrowing();
    suite.exempt(ids::WIDENING_BY_BOTTOM, reason).exempt(ids::WIDENING_FROM_BOTTOM, reason)
}

fn law<D: Sample>(
    name: &'static str,
    class: Class,
    statement: &'static str,
    check: fn(&Subject<Sparta<D>>, &mut Case) -> Outcome,
) -> Law<Sparta<D>> {
    Law::new(LawId::new(name), class, statement, check)
}

/// `is_bottom` and `is_top` tell the truth.
pub fn bounds_laws<D: Sample>() -> Vec<Law<Sparta<D>>> {
    vec![
        law("is_bottom agrees", Class::Bounds, "is_bottom(a) ⇔ a ⊑ ⊥", |l, case| {
            let [a] = l.any(case);
            case.note("is_bottom(a)", || a.is_bottom().to_string());
            (a.is_bottom() == a.leq(&D::bottom())).into()
        }),
        law("is_top agrees", Class::Bounds, "is_top(a) ⇔ ⊤ ⊑ a", |l, case| {
            let [a] = l.any(case);
            case.note("is_top(a)", || a.is_top().to_string());
            (a.is_top() == D::top().leq(&a)).into()
        }),
    ]
}

/// An environment is what `get` says about each variable, and with one variable bottom it is bottom
/// (the comment above the trait `AbstractEnvironment` in abstract_environment.rs).
pub fn environment_laws<D, E>() -> Vec<Law<Sparta<E>>>
where
    D: Sample,
    E: Sample + AbstractEnvironment<u32, D>,
{
    vec![
        law(
            "leq by binding",
            Class::Compatibility,
            "a ⊑ b ⇔ a = ⊥ ∨ ∀k. a(k) ⊑ b(k)",
            |l, case| {
                let [a, b] = l.chain(case);
                let by_binding = every_key().all(|k| a.get(&k).leq(&b.get(&k)));
                case.note("a ⊑ b", || a.leq(&b).to_string());
                (a.leq(&b) == (a.is_bottom() || by_binding)).into()
            },
        ),
        law(
            "top by binding",
            Class::Bounds,
            "is_top(a ⊔ b) ⇔ ∀k. (a ⊔ b)(k) = ⊤",
            |l, case| {
                let [a, b] = l.any(case);
                let join = a.clone().join(b.clone());
                case.note("a ⊔ b", || join.shown());
                case.note("is_top(a ⊔ b)", || join.is_top().to_string());
                (join.is_top() == every_key().all(|k| join.get(&k).is_top())).into()
            },
        ),
        law("join by binding", Class::Join, "(a ⊔ b)(k) = a(k) ⊔ b(k)", |l, case| {
            let [a, b] = l.any(case);
            let join = a.clone().join(b.clone());
            case.note("a ⊔ b", || join.shown());
            let joined = |k| a.get(&k).into_owned().join(b.get(&k).into_owned());
            every_key().all(|k| *join.get(&k) == joined(k)).into()
        }),
        law(
            "meet by binding",
            Class::Meet,
            "(a ⊓ b)(k) = a(k) ⊓ b(k), or ⊥ if one is ⊥",
            |l, case| {
                let [a, b] = l.any(case);
                let meet = a.clone().meet(b.clone());
                case.note("a ⊓ b", || meet.shown());
                case.note("is_bottom(a ⊓ b)", || meet.is_bottom().to_string());
                let met = |k| a.get(&k).into_owned().meet(b.get(&k).into_owned());
                if every_key().any(|k| met(k).is_bottom()) {
                    return meet.is_bottom().into();
                }
                every_key().all(|k| *meet.get(&k) == met(k)).into()
            },
        ),
    ]
}

/// A partition works component by component, and is bottom exactly when all components are (the
/// comment above the trait `AbstractPartition` in abstract_partition.rs).
pub fn partition_laws<D, P>() -> Vec<Law<Sparta<P>>>
where
    D: Sample,
    P: Sample + AbstractPartition<u32, D>,
{
    vec![
        law(
            "leq by component",
            Class::Compatibility,
            "a ⊑ b ⇔ ∀k. a(k) ⊑ b(k)",
            |l, case| {
                let [a, b] = l.chain(case);
                let by_component = every_key().all(|k| a.get(&k).leq(&b.get(&k)));
                case.note("a ⊑ b", || a.leq(&b).to_string());
                (a.leq(&b) == by_component).into()
            },
        ),
        law("join by component", Class::Join, "(a ⊔ b)(k) = a(k) ⊔ b(k)", |l, case| {
            let [a, b] = l.any(case);
            let join = a.clone().join(b.clone());
            case.note("a ⊔ b", || join.shown());
            let joined = |k| a.get(&k).into_owned().join(b.get(&k).into_owned());
            every_key().all(|k| *join.get(&k) == joined(k)).into()
        }),
        law("meet by component", Class::Meet, "(a ⊓ b)(k) = a(k) ⊓ b(k)", |l, case| {
            let [a, b] = l.any(case);
            let meet = a.clone().meet(b.clone());
            case.note("a ⊓ b", || meet.shown());
            let met = |k| a.get(&k).into_owned().meet(b.get(&k).into_owned());
            every_key().all(|k| *meet.get(&k) == met(k)).into()
        }),
        law(
            "bottom by component",
            Class::Bounds,
            "is_bottom(a ⊓ b) ⇔ ∀k. (a ⊓ b)(k) = ⊥",
            |l, case| {
                let [a, b] = l.any(case);
                let meet = a.clone().meet(b.clone());
                case.note("a ⊓ b", || meet.shown());
                case.note("is_bottom(a ⊓ b)", || meet.is_bottom().to_string());
                (meet.is_bottom() == every_key().all(|k| meet.get(&k).is_bottom())).into()
            },
        ),
    ]
}
