//! Trials tried: boxes with a fault for each law of a trial, which that law must find.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use soundline_domains::boxes::{BoxElem, Boxes};
use soundline_domains::capabilities::Capabilities;
use soundline_domains::expr::{Constraint, LinearExpr, Space, Var};
use soundline_domains::numbers::{Bound, Interval, Rat};
use soundline_domains::{Domain, Error, Part, trial};
use soundline_lattice::{Answer, Check, Lattice, Narrowing, Runner, Widening, laws};

/// Clones share their inside, as handles of libraries in C do.
#[derive(Clone, Debug)]
struct Shared(Arc<Mutex<BoxElem<Rat>>>);

impl Shared {
    fn get(&self) -> BoxElem<Rat> {
        self.0.lock().expect("nobody panics").clone()
    }
}

impl From<BoxElem<Rat>> for Shared {
    fn from(element: BoxElem<Rat>) -> Shared {
        Shared(Arc::new(Mutex::new(element)))
    }
}

/// Boxes with the fault that is planted for a law.
#[derive(Clone, Debug)]
struct Faulty {
    boxes: Boxes,
    law: &'static str,
}

impl Faulty {
    fn breaks(&self, law: &str) -> bool {
        self.law == law
    }

    /// Without the points whose first coordinate is negative.
    fn cut(&self, a: Shared) -> Result<Shared, Error> {
        if self.space().dimensions() == 0 {
            return Ok(a);
        }
        let half = self.space().parse("x0 >= 0").expect("it is a constraint");
        Ok(self.boxes.guard(&a.get(), &half)?.into())
    }
}

impl Lattice for Faulty {
    type Elem = Shared;

    fn bottom(&self) -> Shared {
        self.boxes.bottom().into()
    }

    fn leq(&self, a: &Shared, b: &Shared) -> Answer {
        self.boxes.leq(&a.get(), &b.get())
    }

    fn equal(&self, a: &Shared, b: &Shared) -> Answer {
        self.boxes.equal(&a.get(), &b.get())
    }

    fn join(&self, a: &Shared, b: &Shared) -> Shared {
        if self.breaks("join best") {
            return self.universe();
        }
        self.boxes.join(&a.get(), &b.get()).into()
    }

    fn meet(&self, a: &Shared, b: &Shared) -> Shared {
        if self.breaks("meet best") {
            return a.clone();
        }
        self.boxes.meet(&a.get(), &b.get()).into()
    }

    fn show(&self, a: &Shared) -> String {
        let text = self.boxes.show(&a.get());
        if self.breaks("observers pure") {
            *a.0.lock().expect("nobody panics") = self.boxes.universe();
        }
        text
    }
}

impl Widening for Faulty {
    fn widen(&self, a: &Shared, b: &Shared) -> Shared {
        if self.breaks("widening sound") {
            return a.clone();
        }
        self.boxes.widen(&a.get(), &b.get()).into()
    }
}

impl Narrowing for Faulty {
    fn narrow(&self, a: &Shared, b: &Shared) -> Shared {
        if self.breaks("narrowing sound") {
            return self.bottom();
        }
        self.boxes.narrow(&a.get(), &b.get()).into()
    }
}

impl Domain for Faulty {
    fn space(&self) -> &Space {
        self.boxes.space()
    }

    fn over(&self, space: Space) -> Faulty {
        Faulty { boxes: self.boxes.over(space), law: self.law }
    }

    fn capabilities(&self) -> Capabilities {
        self.boxes.capabilities()
    }

    fn universe(&self) -> Shared {
        self.boxes.universe().into()
    }

    fn is_bottom(&self, a: &Shared) -> Answer {
        match self.breaks("is_bottom sound") {
            true => Answer::Yes,
            false => self.boxes.is_bottom(&a.get()),
        }
    }

    fn guard(&self, a: &Shared, c: &Constraint) -> Result<Shared, Error> {
        match self.law {
            "guard best" => Ok(a.clone()),
            "guard reductive" | "guard strict" => Ok(self.universe()),
            "guard sound" => self.cut(self.boxes.guard(&a.get(), c)?.into()),
            _ => Ok(self.boxes.guard(&a.get(), c)?.into()),
        }
    }

    fn assign_parallel(
        &self,
        a: &Shared,
        assignments: &[(Var, LinearExpr)],
    ) -> Result<Shared, Error> {
        match self.law {
            "assign sound" => Ok(a.clone()),
            "assign strict" | "assign below forget" => Ok(self.universe()),
            "assign best" | "identity assignment" => {
                let assigned: Vec<Var> = assignments.iter().map(|(v, _)| *v).collect();
                Ok(self.boxes.forget(&a.get(), &assigned)?.into())
            }
            "parallel assign sound" => {
                let one = |a, step: &(Var, LinearExpr)| self.boxes.assign(&a, step.0, &step.1);
                Ok(assignments.iter().try_fold(a.get(), one)?.into())
            }
            _ => Ok(self.boxes.assign_parallel(&a.get(), assignments)?.into()),
        }
    }

    fn forget(&self, a: &Shared, variables: &[Var]) -> Result<Shared, Error> {
        match self.law {
            "forget sound" => Ok(a.clone()),
            "forget best" => Ok(self.universe()),
            "forget extensive" => self.cut(self.boxes.forget(&a.get(), variables)?.into()),
            _ => Ok(self.boxes.forget(&a.get(), variables)?.into()),
        }
    }

    fn to_constraints(&self, a: &Shared) -> Vec<Constraint> {
        self.boxes.to_constraints(&a.get())
    }

    fn bounds(&self, a: &Shared, expr: &LinearExpr) -> Result<Option<Interval>, Error> {
        let bounds = self.boxes.bounds(&a.get(), expr)?;
        Ok(match self.law {
            "bounds sound" => bounds.map(|_| Interval::point(0)),
            "bounds best" => {
                bounds.and_then(|_| Interval::new(Bound::MinusInfinity, Bound::PlusInfinity))
            }
            _ => bounds,
        })
    }

    fn embed(&self, a: &Shared, from: &Self, sources: &[Option<Var>]) -> Result<Shared, Error> {
        match self.law {
            "embed sound" => Ok(self.bottom()),
            "identity embedding" => Ok(self.universe()),
            _ => Ok(self.boxes.embed(&a.get(), &from.boxes, sources)?.into()),
        }
    }

    fn embed_all(&self, parts: &[Part<'_, Self>]) -> Result<Shared, Error> {
        let embedded = |part: &Part<'_, Self>| self.embed(part.element, part.domain, &part.sources);
        let skipped = usize::from(self.breaks("embedding of all"));
        parts
            .iter()
            .skip(skipped)
            .try_fold(self.universe(), |all, part| Ok(self.meet(&all, &embedded(part)?)))
    }

    fn widen_up_to(&self, a: &Shared, b: &Shared, to: &[Constraint]) -> Result<Shared, Error> {
        match self.law {
            "widening up to sound" => Ok(a.clone()),
            "widening up to converges" => Ok(self.join(a, b)),
            _ => Ok(self.boxes.widen_up_to(&a.get(), &b.get(), to)?.into()),
        }
    }

    fn templates(&self) -> Option<Vec<LinearExpr>> {
        self.boxes.templates()
    }

    fn represents(&self, constraint: &Constraint) -> bool {
        self.boxes.represents(constraint)
    }

    fn entails(&self, a: &Shared, constraint: &Constraint) -> Result<Answer, Error> {
        match self.breaks("entails sound") {
            true => Ok(Answer::Yes),
            false => self.boxes.entails(&a.get(), constraint),
        }
    }

    fn from_constraints<'a>(
        &self,
        constraints: impl IntoIterator<Item = &'a Constraint>,
    ) -> Result<Shared, Error> {
        let skipped = usize::from(self.breaks("constraints round trip"));
        let constraints: Vec<&Constraint> = constraints.into_iter().skip(skipped).collect();
        Ok(self.boxes.from_constraints(constraints)?.into())
    }
}

/// The checks of boxes with the fault for a law.
fn checks(law: &'static str) -> Vec<Check> {
    let boxes = Boxes::exact(Space::reals(2));
    trial::suite_with_narrowing("boxes", Faulty { boxes, law }).checks()
}

/// The laws of trials alone, not those of all lattices.
fn laws_of_trials() -> BTreeSet<String> {
    let of_lattices: BTreeSet<&str> = laws::ids::ALL.iter().map(|law| law.name()).collect();
    let names = checks("none").into_iter().map(|check| check.name);
    names.filter(|name| !of_lattices.contains(name.as_str())).collect()
}

#[test]
fn every_law_of_a_trial_finds_its_fault() {
    let runner = Runner { cases: 2000, ..Runner::new() };
    let missed = |law: &String| {
        let law: &'static str = law.clone().leak();
        let checks = checks(law);
        let check = checks.iter().find(|check| check.name == law).expect("it is a law");
        !runner.run(check, None).is_violated()
    };
    let missed: Vec<String> = laws_of_trials().into_iter().filter(missed).collect();
    assert_eq!(missed, Vec::<String>::new());
}

#[test]
fn without_a_fault_nothing_is_found() {
    let runner = Runner { cases: 300, ..Runner::new() };
    for check in checks("none") {
        let report = runner.run(&check, None);
        assert!(!report.is_violated(), "{report}");
    }
}
