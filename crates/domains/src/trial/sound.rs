//! Soundness of every operation, judged by exact points; and the algebra of the operations.

use soundline_lattice::laws::CONVERGENCE_STEPS;
use soundline_lattice::{
    Answer, Case, Class, Concrete, Generate, Lattice, Law, LawId, Narrowing, Outcome, Subject,
    Widening,
};

use super::Sampled;
use super::draw;
use crate::expr::{LinearExpr, Space, Var};
use crate::numbers::Rat;
use crate::{AnyElem, Domain, Part};

macro_rules! law {
    ($class:ident, $name:literal, $statement:literal, $check:expr) => {
        Law::new(LawId::new($name), Class::$class, $statement, $check)
    };
}

/// Every point of the operands is kept.
pub(super) fn laws() -> Vec<Law<Sampled>> {
    vec![
        law!(
            Concretisation,
            "guard sound",
            "v ∈ γ(a) ∧ c(v) ⇒ v ∈ γ(guard(a, c))",
            |l, case| {
                let [a] = l.any(case);
                let c = draw::constraint(l.domain().space(), case.generator());
                case.note("c", || c.to_string());
                let result = l.domain().guard(&a, &c).expect("the constraint fits the space");
                case.note("guard(a, c)", || l.domain().show(&result));
                member(l, case, &a, |_, v| {
                    let kept = c.holds_at(v) == Ok(true);
                    kept.then(|| l.contains(&result, v))
                })
            }
        ),
        law!(
            Concretisation,
            "assign sound",
            "v ∈ γ(a) ⇒ v[x := e(v)] ∈ γ(assign(a, x, e))",
            |l, case| { assignments_are_sound(l, case, 1) }
        ),
        law!(
            Concretisation,
            "parallel assign sound",
            "v ∈ γ(a) ⇒ v[xᵢ := eᵢ(v)] ∈ γ(assign_parallel(a, xᵢ, eᵢ))",
            |l, case| assignments_are_sound(l, case, 3)
        ),
        law!(
            Concretisation,
            "forget sound",
            "v ∈ γ(a) ⇒ v[x := anything] ∈ γ(forget(a, x))",
            |l, case| {
                let [a] = l.any(case);
                let Some(x) = some_variable(l.domain().space(), case) else {
                    return Outcome::Vacuous;
                };
                let result = l.domain().forget(&a, &[x]).expect("the variable exists");
                case.note("forget(a, x)", || l.domain().show(&result));
                let value = draw::coordinate(l.domain().space(), x, case.generator());
                member(l, case, &a, |_, v| {
                    let mut moved = v.clone();
                    moved[x] = value.clone();
                    Some(l.contains(&result, v) && l.contains(&result, &moved))
                })
            }
        ),
        law!(Concretisation, "bounds sound", "v ∈ γ(a) ⇒ e(v) ∈ bounds(a, e)", |l, case| {
            let [a] = l.any(case);
            let e = draw::expression(l.domain().space(), 3, case.generator());
            case.note("e", || e.to_string());
            let bounds = l.domain().bounds(&a, &e).expect("the expression fits the space");
            case.note("bounds(a, e)", || format!("{bounds:?}"));
            member(l, case, &a, |_, v| {
                let value = e.eval(v).expect("the point has all coordinates");
                Some(bounds.as_ref().is_some_and(|bounds| bounds.contains(&value)))
            })
        }),
        law!(
            Concretisation,
            "entails sound",
            "v ∈ γ(a) ∧ entails(a, c) ⇒ c(v)",
            |l, case| {
                let [a] = l.any(case);
                let c = draw::constraint(l.domain().space(), case.generator());
                case.note("c", || c.to_string());
                let answer = l.domain().entails(&a, &c).expect("the constraint fits the space");
                case.note("entails(a, c)", || answer.to_string());
                member(l, case, &a, |_, v| match answer {
                    Answer::Yes => Some(c.holds_at(v) == Ok(true)),
                    _ => None,
                })
            }
        ),
        law!(Concretisation, "is_bottom sound", "v ∈ γ(a) ⇒ a is not bottom", |l, case| {
            let [a] = l.any(case);
            member(l, case, &a, |_, _| Some(!l.domain().is_bottom(&a).is_yes()))
        }),
        law!(
            Concretisation,
            "widening sound",
            "v ∈ γ(a) ⇒ v ∈ γ(a ∇ b) ∧ v ∈ γ(b ∇ a)",
            |l, case| {
                let [a, b] = l.any(case);
                let (left, right) = (l.domain().widen(&a, &b), l.domain().widen(&b, &a));
                case.note("a ∇ b", || l.domain().show(&left));
                case.note("b ∇ a", || l.domain().show(&right));
                member(l, case, &a, |_, v| Some(l.contains(&left, v) && l.contains(&right, v)))
            }
        ),
        law!(
            Concretisation,
            "widening up to sound",
            "v ∈ γ(a) ∪ γ(b) ⇒ v ∈ γ(a ∇ b up to cᵢ)",
            |l, case| {
                let [a, b] = l.any(case);
                let space = l.domain().space();
                let thresholds =
                    case.generator().many(3, |choices| draw::constraint(space, choices));
                case.note("thresholds", || format!("{thresholds:?}"));
                let domain = l.domain();
                let up_to = |a, b| domain.widen_up_to(a, b, &thresholds).expect("thresholds fit");
                let (left, right) = (up_to(&a, &b), up_to(&b, &a));
                member(l, case, &a, |_, v| Some(l.contains(&left, v) && l.contains(&right, v)))
            }
        ),
        law!(
            Widening,
            "widening up to converges",
            "xᵢ₊₁ = xᵢ ∇ (xᵢ ⊔ f(xᵢ)) up to cᵢ is stable within 100 steps",
            |l, case| {
                let [a] = l.any(case);
                let (domain, space) = (l.domain(), l.domain().space());
                let thresholds =
                    case.generator().many(4, |choices| draw::constraint(space, choices));
                case.note("thresholds", || format!("{thresholds:?}"));
                let transfer = Generate::transfer(&**l, case.generator());
                case.note("f", || transfer.description().to_string());
                let mut x = a;
                for _ in 0..CONVERGENCE_STEPS {
                    let y = transfer.apply(&x);
                    if domain.leq(&y, &x).is_yes() {
                        return Outcome::Holds;
                    }
                    let joined = domain.join(&x, &y);
                    x = domain.widen_up_to(&x, &joined, &thresholds).expect("thresholds fit");
                }
                case.note("x at the end", || domain.show(&x));
                Outcome::Violated
            }
        ),
        law!(Concretisation, "embed sound", "a point moves with its variables", |l, case| {
            let [a] = l.any(case);
            let (target, sources) = other_space(l.domain().space(), case);
            let larger = l.domain().over(target);
            let result = larger.embed(&a, l.domain(), &sources).expect("the sources fit");
            case.note("sources", || format!("{sources:?}"));
            case.note("embedded", || larger.show(&result));
            let anything = draw::point(larger.space(), case.generator());
            member(l, case, &a, |_, v| {
                let coordinate = |(new, source): (usize, &Option<Var>)| match source {
                    Some(old) => v[*old].clone(),
                    None => anything[new].clone(),
                };
                let moved: Vec<Rat> = sources.iter().enumerate().map(coordinate).collect();
                Some(larger.contains(&result, &moved).expect("the point fits"))
            })
        }),
    ]
}

/// Soundness of the narrowing.
pub(super) fn narrowing() -> Vec<Law<Sampled>> {
    vec![law!(
        Concretisation,
        "narrowing sound",
        "v ∈ γ(a) ∧ v ∈ γ(b) ⇒ v ∈ γ(a Δ b)",
        |l, case| {
            let [a, b] = l.chain(case);
            let result = l.domain().narrow(&b, &a);
            case.note("b Δ a", || l.domain().show(&result));
            member(l, case, &a, |_, v| l.contains(&b, v).then(|| l.contains(&result, v)))
        }
    )]
}

/// How the operations relate to each other.
pub(super) fn algebra() -> Vec<Law<Sampled>> {
    vec![
        law!(Operator, "guard reductive", "guard(a, c) ⊑ a", |l, case| {
            let [a] = l.any(case);
            let c = draw::constraint(l.domain().space(), case.generator());
            case.note("c", || c.to_string());
            let result = l.domain().guard(&a, &c).expect("the constraint fits the space");
            l.expect_leq(case, ("guard(a, c)", &result), ("a", &a))
        }),
        law!(Operator, "guard strict", "guard(⊥, c) = ⊥", |l, case| {
            let c = draw::constraint(l.domain().space(), case.generator());
            case.note("c", || c.to_string());
            let bottom = l.domain().bottom();
            let result = l.domain().guard(&bottom, &c).expect("the constraint fits the space");
            l.expect_equal(case, ("guard(⊥, c)", &result), ("⊥", &bottom))
        }),
        law!(Operator, "assign strict", "assign(⊥, x, e) = ⊥", |l, case| {
            let space = l.domain().space();
            let Some(x) = some_variable(space, case) else { return Outcome::Vacuous };
            let e = draw::expression(space, 3, case.generator());
            case.note("e", || e.to_string());
            let bottom = l.domain().bottom();
            let result = l.domain().assign(&bottom, x, &e).expect("the variable exists");
            l.expect_equal(case, ("assign(⊥, x, e)", &result), ("⊥", &bottom))
        }),
        law!(Operator, "forget extensive", "a ⊑ forget(a, x)", |l, case| {
            let [a] = l.any(case);
            let Some(x) = some_variable(l.domain().space(), case) else { return Outcome::Vacuous };
            let result = l.domain().forget(&a, &[x]).expect("the variable exists");
            l.expect_leq(case, ("a", &a), ("forget(a, x)", &result))
        }),
        law!(Operator, "assign below forget", "assign(a, x, e) ⊑ forget(a, x)", |l, case| {
            let [a] = l.any(case);
            let space = l.domain().space();
            let Some(x) = some_variable(space, case) else { return Outcome::Vacuous };
            let e = draw::expression(space, 3, case.generator());
            case.note("e", || e.to_string());
            let assigned = l.domain().assign(&a, x, &e).expect("the variable exists");
            let forgotten = l.domain().forget(&a, &[x]).expect("the variable exists");
            l.expect_leq(case, ("assign(a, x, e)", &assigned), ("forget(a, x)", &forgotten))
        }),
        law!(Operator, "identity assignment", "assign(a, x, x) = a", |l, case| {
            let [a] = l.any(case);
            let Some(x) = some_variable(l.domain().space(), case) else { return Outcome::Vacuous };
            let result = l.domain().assign(&a, x, &LinearExpr::variable(x)).expect("x exists");
            l.expect_equal(case, ("assign(a, x, x)", &result), ("a", &a))
        }),
        law!(
            Operator,
            "identity embedding",
            "embedding by the identity changes nothing",
            |l, case| {
                let [a] = l.any(case);
                let sources: Vec<_> = (0..l.domain().space().dimensions()).map(Some).collect();
                let result = l.domain().embed(&a, l.domain(), &sources).expect("the sources fit");
                l.expect_equal(case, ("embedded", &result), ("a", &a))
            }
        ),
        law!(
            Operator,
            "embedding of all",
            "what two elements say of different variables is what both embeddings say",
            |l, case| {
                let [a, b] = l.any(case);
                let domain = l.domain();
                let variables = 0..domain.space().dimensions();
                let first = case.generator().index(variables.len() + 1);
                case.note("variables of a", || first.to_string());
                let of =
                    |of_a: bool| variables.clone().map(move |v| ((v < first) == of_a).then_some(v));
                let part = |element, of_a| Part { domain, element, sources: of(of_a).collect() };
                let parts = [part(&a, true), part(&b, false)];
                let [one, other] = parts.each_ref().map(|part| {
                    domain.embed(part.element, domain, &part.sources).expect("the sources fit")
                });
                let result = domain.embed_all(&parts).expect("the sources fit");
                l.expect_equal(case, ("all", &result), ("met", &domain.meet(&one, &other)))
            }
        ),
        law!(
            Operator,
            "constraints round trip",
            "a ⊑ from_constraints(to_constraints(a)), and = where exact",
            |l, case| {
                let [a] = l.any(case);
                let constraints = l.domain().to_constraints(&a);
                let again = l.domain().from_constraints(&constraints).expect("they fit the space");
                let capabilities = l.domain().capabilities();
                if capabilities.exact && capabilities.constraints_exact {
                    l.expect_equal(case, ("a", &a), ("again", &again))
                } else {
                    l.expect_leq(case, ("a", &a), ("again", &again))
                }
            }
        ),
        law!(
            Purity,
            "observers pure",
            "a is the same after bounds, constraints, printing",
            |l, case| {
                let choices = case.generator();
                let start = choices.count();
                let (a, b) =
                    (Generate::arbitrary(&**l, choices), choices.drawn()[start..].to_vec());
                let twin = Generate::arbitrary(&**l, &mut soundline_lattice::Choices::replay(&b));
                for _ in 0..3 {
                    l.touch(&a, case.generator());
                }
                l.expect_equal(case, ("a after", &a), ("a before", &twin))
            }
        ),
    ]
}

fn assignments_are_sound(l: &Subject<Sampled>, case: &mut Case, most: usize) -> Outcome {
    let [a] = l.any(case);
    let space = l.domain().space();
    if space.dimensions() == 0 {
        return Outcome::Vacuous;
    }
    let assignments = assignments(space, case, most);
    case.note("assignments", || {
        let texts = assignments.iter().map(|(x, e)| format!("x{x} := {e}"));
        texts.collect::<Vec<_>>().join(", ")
    });
    let result = l.domain().assign_parallel(&a, &assignments).expect("the assignments fit");
    case.note("result", || l.domain().show(&result));
    member(l, case, &a, |_, v| {
        let mut moved = v.clone();
        for (x, e) in &assignments {
            moved[*x] = e.eval(v).expect("the point has all coordinates");
            // An integer variable holds no fraction: such an assignment has no concrete result.
            if space.is_integer(*x) && !moved[*x].is_integer() {
                return None;
            }
        }
        Some(l.contains(&result, &moved))
    })
}

fn assignments(space: &Space, case: &mut Case, most: usize) -> Vec<(Var, LinearExpr)> {
    let choices = case.generator();
    let mut assignments: Vec<(Var, LinearExpr)> = Vec::new();
    let first = (draw::variable(space, choices), draw::expression(space, 3, choices));
    let more = choices.many(most - 1, |choices| {
        (draw::variable(space, choices), draw::expression(space, 3, choices))
    });
    for (x, e) in std::iter::once(first).chain(more) {
        if assignments.iter().all(|(other, _)| *other != x) {
            assignments.push((x, e));
        }
    }
    assignments
}

fn some_variable(space: &Space, case: &mut Case) -> Option<Var> {
    (space.dimensions() > 0).then(|| {
        let x = draw::variable(space, case.generator());
        case.note("x", || format!("x{x}"));
        x
    })
}

/// Another space, each of whose variables is new or one of this space.
fn other_space(space: &Space, case: &mut Case) -> (Space, Vec<Option<Var>>) {
    let choices = case.generator();
    let mut order: Vec<Var> = (0..space.dimensions()).collect();
    choices.shuffle(&mut order);
    let mut sources: Vec<Option<Var>> = choices.some_of(&order).into_iter().map(Some).collect();
    for _ in 0..choices.draw(2) {
        let place = choices.index(sources.len() + 1);
        sources.insert(place, None);
    }
    let kind = |source: &Option<Var>| match source {
        Some(old) => space.kinds()[*old],
        None => crate::expr::VarKind::Real,
    };
    (Space::new(sources.iter().map(kind)), sources)
}

/// Check a conclusion for a point of `a`; the conclusion may say `None` for "does not apply".
fn member(
    l: &Subject<Sampled>,
    case: &mut Case,
    a: &AnyElem,
    conclusion: impl FnOnce(&Subject<Sampled>, &Vec<Rat>) -> Option<bool>,
) -> Outcome {
    let Some(v) = l.member(a, case.generator()) else { return Outcome::Vacuous };
    case.note("v", || format!("{v:?}"));
    match conclusion(l, &v) {
        Some(holds) => holds.into(),
        None => Outcome::Vacuous,
    }
}
