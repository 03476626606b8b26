//! The domain as a lattice of crate `lattice`, whose tables of laws are checked on it.

use std::cell::RefCell;

use soundline_lattice::fixed::{Width, any_word};
use soundline_lattice::{
    Answer, Check, Choices, Class, Concrete, Generate, Lattice, Narrowing, Report, Runner, Suite,
    Widening, cause,
};
use soundline_targets::values::{Declaration, Elem, ValueFault};

use crate::outcome::{LawRow, LawsRow};
use crate::plan::Settings;
use crate::sampled;
use crate::words::WIDEST;
use crate::world::World;

/// Tuples up to which laws are checked on all of them.
const EXHAUSTIVE: u64 = 200_000;

thread_local! {
    /// What the lattices of this thread ask. Checks can be sent to other threads and programs behind pipes cannot, so that
    /// a lattice cannot hold one.
    static ASKED: RefCell<Option<Asked>> = const { RefCell::new(None) };
}

struct Asked {
    world: World,
    /// The first fault: whoever asks panics, which ends the case.
    fault: Option<ValueFault>,
}

/// Check the lattice laws at a width. The world is given back.
pub fn check(
    world: World,
    width: u32,
    settings: &Settings,
) -> (World, Result<LawsRow, ValueFault>) {
    let declaration = world.machine.declaration().clone();
    ASKED.set(Some(Asked { world, fault: None }));
    let row = run(&declaration, width, settings);
    let asked = ASKED.take().expect("nobody else takes it");
    let row = match asked.fault {
        Some(fault @ ValueFault::Table(_)) => Err(fault),
        _ => row,
    };
    (asked.world, row)
}

fn run(declaration: &Declaration, width: u32, settings: &Settings) -> Result<LawsRow, ValueFault> {
    let checks = checks(declaration, width)?;
    let runner = Runner {
        cases: settings.cases,
        seed: settings.seed,
        exhaustive_limit: EXHAUSTIVE,
        ..Runner::new()
    };
    let mut reports: Vec<Report> = Vec::new();
    let mut ended = None;
    for check in &checks {
        reports.push(runner.run(check, None));
        ended = fault().map(|fault| fault.to_string());
        if ended.is_some() {
            // All that follows would be the same fault.
            reports.pop();
            break;
        }
    }
    cause::assign(&checks[..reports.len()], &mut reports);
    let elements = ASKED.with_borrow_mut(|asked| {
        let asked = asked.as_mut().expect("a check is running");
        asked.world.universe(width).map(|all| all.map(|all| all.elements.len() as u64))
    });
    let elements = if ended.is_some() { None } else { elements? };
    let laws = reports.iter().map(law_row).collect();
    Ok(LawsRow { width, elements, laws, ended, seconds: 0.0 })
}

fn fault() -> Option<ValueFault> {
    ASKED.with_borrow(|asked| asked.as_ref().and_then(|asked| asked.fault.clone()))
}

/// The laws that a domain is to satisfy at a width.
fn checks(declaration: &Declaration, width: u32) -> Result<Vec<Check>, ValueFault> {
    let foreign = Foreign { width, has_bottom: declaration.has_bottom };
    let mut suite = Suite::new(format!("{} of width {width}", declaration.name), foreign);
    suite = suite.concretisation();
    if declaration.has_widening {
        suite = suite.widening();
    }
    if declaration.has_narrowing {
        suite = suite.narrowing();
    }
    // How elements are drawn is our own affair.
    let mut checks = suite.checks();
    checks.retain(|check| check.class != Class::Generators);
    for (law, reason) in &declaration.exempt {
        match checks.iter_mut().find(|check| check.name == *law) {
            Some(check) => check.exempt = Some(reason.clone()),
            None => {
                let known: Vec<&str> = checks.iter().map(|check| &*check.name).collect();
                return Err(ValueFault::Table(format!(
                    "it exempts the law {law:?}, which does not exist; the laws are: {}",
                    known.join(", ")
                )));
            }
        }
    }
    Ok(checks)
}

fn law_row(report: &Report) -> LawRow {
    let notes = report.counterexample().map(|example| &example.notes[..]).unwrap_or_default();
    let example = notes.iter().map(|note| (note.label.clone(), note.text.clone())).collect();
    LawRow {
        law: report.name.clone(),
        statement: report.statement.clone(),
        status: report.status.name().into(),
        verdict: report.verdict(),
        follows_from: report.follows_from.clone(),
        example,
    }
}

/// An element, or the bottom that a domain without one is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Point {
    Bottom,
    Element(Elem),
}

/// The lattice of a width.
struct Foreign {
    width: u32,
    has_bottom: bool,
}

impl Foreign {
    /// Ask the domain. A fault ends the case, and is remembered.
    fn ask<T>(&self, question: impl FnOnce(&mut World) -> Result<T, ValueFault>) -> T {
        let answer = ASKED.with_borrow_mut(|asked| {
            let asked = asked.as_mut().expect("a check is running");
            asked.world.pulse.other();
            let answer = question(&mut asked.world);
            if let Err(fault) = &answer {
                asked.fault.get_or_insert_with(|| fault.clone());
            }
            answer
        });
        answer.unwrap_or_else(|fault| panic!("{fault}"))
    }

    fn draw(&self, choices: &mut Choices) -> Elem {
        self.ask(|world| sampled::any_element(world, self.width, choices))
    }
}

impl Lattice for Foreign {
    type Elem = Point;

    fn bottom(&self) -> Point {
        match self.has_bottom {
            true => Point::Element(self.ask(|world| world.machine.bottom(self.width))),
            false => Point::Bottom,
        }
    }

    fn top(&self) -> Option<Point> {
        Some(Point::Element(self.ask(|world| world.machine.top(self.width))))
    }

    fn leq(&self, a: &Point, b: &Point) -> Answer {
        let (Point::Element(x), Point::Element(y)) = (a, b) else {
            return (*a == Point::Bottom).into();
        };
        self.ask(|world| world.machine.leq(self.width, *x, *y)).into()
    }

    fn equal(&self, a: &Point, b: &Point) -> Answer {
        let (Point::Element(x), Point::Element(y)) = (a, b) else { return (a == b).into() };
        self.ask(|world| world.machine.equal(self.width, *x, *y)).into()
    }

    fn join(&self, a: &Point, b: &Point) -> Point {
        match (a, b) {
            (Point::Bottom, c) | (c, Point::Bottom) => *c,
            (Point::Element(x), Point::Element(y)) => {
                Point::Element(self.ask(|world| world.machine.join(self.width, *x, *y)))
            }
        }
    }

    fn meet(&self, a: &Point, b: &Point) -> Point {
        let (Point::Element(x), Point::Element(y)) = (a, b) else { return Point::Bottom };
        let meet = self.ask(|world| world.machine.meet(self.width, *x, *y));
        meet.map_or(Point::Bottom, Point::Element)
    }

    fn show(&self, a: &Point) -> String {
        match a {
            Point::Bottom => "⊥".into(),
            Point::Element(x) => self.ask(|world| world.show(self.width, *x)),
        }
    }
}

impl Widening for Foreign {
    fn widen(&self, a: &Point, b: &Point) -> Point {
        match (a, b) {
            (Point::Bottom, c) | (c, Point::Bottom) => *c,
            (Point::Element(x), Point::Element(y)) => {
                Point::Element(self.ask(|world| world.machine.widen(self.width, *x, *y)))
            }
        }
    }
}

impl Narrowing for Foreign {
    fn narrow(&self, a: &Point, b: &Point) -> Point {
        let (Point::Element(x), Point::Element(y)) = (a, b) else { return Point::Bottom };
        Point::Element(self.ask(|world| world.machine.narrow(self.width, *x, *y)))
    }
}

impl Generate for Foreign {
    fn arbitrary(&self, choices: &mut Choices) -> Point {
        match !self.has_bottom && choices.once_in(16) {
            true => Point::Bottom,
            false => Point::Element(self.draw(choices)),
        }
    }

    /// A meet, if it is what it should be.
    fn below(&self, a: &Point, choices: &mut Choices) -> Point {
        let meet = self.meet(a, &self.arbitrary(choices));
        if self.leq(&meet, a).is_yes() { meet } else { *a }
    }

    /// A join, if it is what it should be.
    fn above(&self, a: &Point, choices: &mut Choices) -> Point {
        let join = self.join(a, &self.arbitrary(choices));
        if self.leq(a, &join).is_yes() { join } else { *a }
    }

    fn elements(&self) -> Option<Vec<Point>> {
        let listed = self.ask(|world| {
            let universe = world.universe(self.width)?;
            Ok(universe.map(|all| all.elements.iter().map(|(elem, _)| *elem).collect::<Vec<_>>()))
        })?;
        let bottom = (!self.has_bottom).then_some(Point::Bottom);
        Some(bottom.into_iter().chain(listed.into_iter().map(Point::Element)).collect())
    }
}

impl Concrete for Foreign {
    type Value = u64;

    fn contains(&self, a: &Point, value: &u64) -> bool {
        let Point::Element(x) = a else { return false };
        self.ask(|world| world.machine.contains(self.width, *x, &[*value]))[0]
    }

    fn member(&self, a: &Point, choices: &mut Choices) -> Option<u64> {
        let Point::Element(x) = a else { return None };
        if let Some(words) = self.members(a) {
            return (!words.is_empty()).then(|| choices.pick(&words));
        }
        let width = Width::new(self.width);
        let some: Vec<u64> = (0..4).map(|_| any_word(width, choices)).collect();
        let words = self.ask(|world| sampled::members(world, self.width, *x, some, choices));
        (!words.is_empty()).then(|| choices.pick(&words))
    }

    fn members(&self, a: &Point) -> Option<Vec<u64>> {
        let Point::Element(x) = a else { return Some(vec![]) };
        (self.width <= WIDEST)
            .then(|| self.ask(|world| world.words(self.width, *x)).iter().collect())
    }
}
