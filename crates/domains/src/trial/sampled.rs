//! A domain whose elements can be drawn.

use soundline_lattice::{
    Answer, Choices, Concrete, Generate, Lattice, Narrowing, Transfer, Widening,
};

use super::{draw, points};
use crate::expr::{Constraint, LinearExpr};
use crate::numbers::Rat;
use crate::{AnyDomain, AnyElem, Domain};

/// A domain with generators: elements are made as an analysis makes them, by guards and operations.
#[derive(Clone, Debug)]
pub struct Sampled {
    domain: AnyDomain,
}

impl Sampled {
    /// The domain with generators.
    pub fn new(domain: AnyDomain) -> Sampled {
        Sampled { domain }
    }

    /// The domain itself.
    pub fn domain(&self) -> &AnyDomain {
        &self.domain
    }

    /// An element made of constraints. Most of them share a point, so that it is not empty.
    fn of_constraints(&self, choices: &mut Choices) -> AnyElem {
        let space = self.domain.space().clone();
        let free = choices.once_in(6);
        let point = draw::point(&space, choices);
        let constraints: Vec<Constraint> = choices.many(6, |choices| match free {
            true => draw::constraint(&space, choices),
            false => draw::constraint_around(&point, &space, choices),
        });
        self.domain.from_constraints(&constraints).expect("the constraints fit the space")
    }

    /// One step of an analysis.
    fn step(&self, a: AnyElem, choices: &mut Choices) -> AnyElem {
        let domain = &self.domain;
        let space = domain.space();
        if space.dimensions() == 0 {
            return a;
        }
        let result = match choices.draw(5) {
            0 => domain.forget(&a, &[draw::variable(space, choices)]),
            1 => {
                let (v, e) = (draw::variable(space, choices), draw::expression(space, 3, choices));
                domain.assign(&a, v, &e)
            }
            2 => domain.guard(&a, &draw::constraint(space, choices)),
            3 => Ok(domain.join(&a, &self.of_constraints(choices))),
            4 => Ok(domain.meet(&a, &self.of_constraints(choices))),
            _ => Ok(domain.widen(&a, &self.of_constraints(choices))),
        };
        result.expect("the operands fit the space")
    }

    /// Look at an element, which may change how it is represented but nothing else.
    pub(super) fn touch(&self, a: &AnyElem, choices: &mut Choices) {
        let domain = &self.domain;
        match choices.draw(4) {
            0 => {}
            1 => drop(domain.to_constraints(a)),
            2 => drop(domain.show(a)),
            3 => drop(domain.bounds(a, &draw::expression(domain.space(), 2, choices))),
            _ => {
                let _ = domain.is_bottom(a);
            }
        }
    }
}

impl Lattice for Sampled {
    type Elem = AnyElem;

    fn bottom(&self) -> AnyElem {
        self.domain.bottom()
    }

    fn top(&self) -> Option<AnyElem> {
        Some(self.domain.universe())
    }

    fn leq(&self, a: &AnyElem, b: &AnyElem) -> Answer {
        self.domain.leq(a, b)
    }

    fn equal(&self, a: &AnyElem, b: &AnyElem) -> Answer {
        self.domain.equal(a, b)
    }

    fn join(&self, a: &AnyElem, b: &AnyElem) -> AnyElem {
        self.domain.join(a, b)
    }

    fn meet(&self, a: &AnyElem, b: &AnyElem) -> AnyElem {
        self.domain.meet(a, b)
    }

    fn show(&self, a: &AnyElem) -> String {
        self.domain.show(a)
    }
}

impl Widening for Sampled {
    fn widen(&self, a: &AnyElem, b: &AnyElem) -> AnyElem {
        self.domain.widen(a, b)
    }
}

impl Narrowing for Sampled {
    fn narrow(&self, a: &AnyElem, b: &AnyElem) -> AnyElem {
        self.domain.narrow(a, b)
    }
}

impl Generate for Sampled {
    fn arbitrary(&self, choices: &mut Choices) -> AnyElem {
        let element =
            match choices.draw_as(2, |random| [0, 1, 2, 2, 2, 2, 2, 2][random.up_to(7) as usize]) {
                0 => self.domain.universe(),
                1 => self.domain.bottom(),
                _ => {
                    let mut element = self.of_constraints(choices);
                    for _ in 0..2 {
                        if choices.flip() {
                            element = self.step(element, choices);
                        }
                    }
                    element
                }
            };
        self.touch(&element, choices);
        element
    }

    fn below(&self, a: &AnyElem, choices: &mut Choices) -> AnyElem {
        let guarded = match choices.flip() {
            true => self.domain.meet(a, &self.arbitrary(choices)),
            false => {
                let constraint = draw::constraint(self.domain.space(), choices);
                self.domain.guard(a, &constraint).expect("the constraint fits the space")
            }
        };
        // A guard need not go down in domains that approximate it.
        if self.domain.leq(&guarded, a).is_yes() { guarded } else { a.clone() }
    }

    fn above(&self, a: &AnyElem, choices: &mut Choices) -> AnyElem {
        let space = self.domain.space();
        match choices.draw(2) {
            // One step of a counter: what a loop does.
            0 if space.dimensions() > 0 => {
                let variable = draw::variable(space, choices);
                let step: Rat = choices.int(-3, 3).into();
                let next = LinearExpr::variable(variable).plus(&step);
                let moved = self.domain.assign(a, variable, &next).expect("the variable exists");
                self.domain.join(a, &moved)
            }
            1 if space.dimensions() > 0 => {
                let variable = draw::variable(space, choices);
                self.domain.forget(a, &[variable]).expect("the variable exists")
            }
            _ => self.domain.join(a, &self.arbitrary(choices)),
        }
    }

    /// Built again from its constraints, in another order, where that is exact.
    fn equal_to(&self, a: &AnyElem, choices: &mut Choices) -> AnyElem {
        let capabilities = self.domain.capabilities();
        let mut other = a.clone();
        if capabilities.exact && capabilities.constraints_exact && choices.flip() {
            let mut constraints = self.domain.to_constraints(a);
            choices.shuffle(&mut constraints);
            other = self.domain.from_constraints(&constraints).expect("they come from the domain");
        }
        self.touch(&other, choices);
        other
    }

    /// A loop body: a counter moves under a guard, joined with the entry.
    fn transfer(&self, choices: &mut Choices) -> Transfer<'_, AnyElem> {
        let space = self.domain.space();
        let entry = self.arbitrary(choices);
        let guard = draw::constraint(space, choices);
        if space.dimensions() == 0 {
            return Transfer::new("x ↦ entry", move |_| entry.clone());
        }
        let variable = draw::variable(space, choices);
        let expr = draw::expression(space, 2, choices);
        let description =
            format!("x ↦ ([x{variable} := {expr}] (x ∧ {guard})) ⊔ {}", self.domain.show(&entry));
        Transfer::new(description, move |x| {
            let inside = self.domain.guard(x, &guard).expect("the guard fits the space");
            let moved = self.domain.assign(&inside, variable, &expr).expect("the variable exists");
            self.domain.join(&moved, &entry)
        })
    }
}

impl Concrete for Sampled {
    type Value = Vec<Rat>;

    fn contains(&self, a: &AnyElem, point: &Vec<Rat>) -> bool {
        self.domain.contains(a, point).expect("the point has all coordinates")
    }

    fn member(&self, a: &AnyElem, choices: &mut Choices) -> Option<Vec<Rat>> {
        let constraints = self.domain.to_constraints(a);
        points::point_of(&constraints, self.domain.space(), choices)
            .filter(|point| self.contains(a, point))
    }
}
