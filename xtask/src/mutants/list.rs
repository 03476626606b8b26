//! The mutants: faults of properties, oracles, the judge, the digest, shrinking, laws and trials.

use super::Mutant;

const BENCH: &str = "crates/fuzz/src/bench.rs";
const CAMPAIGN: &str = "crates/fuzz/src/campaign.rs";
const CONTRACT: &str = "crates/fuzz/src/contract.rs";
const CAUSE: &str = "crates/fuzz/src/cause.rs";
const OUTCOME: &str = "crates/fuzz/src/outcome.rs";
const AUDIT: &str = "crates/fuzz/src/engine/audit.rs";
const DIGEST: &str = "crates/fuzz/src/engine/digest.rs";
const JUDGE: &str = "crates/fuzz/src/engine/judge.rs";
const TALK: &str = "crates/fuzz/src/engine/talk.rs";
const CONCRETE: &str = "crates/fuzz/src/exact/concrete.rs";
const EXACT: &str = "crates/fuzz/src/exact/mod.rs";
const TRAVEL: &str = "crates/fuzz/src/exact/travel.rs";
const CHAINS: &str = "crates/fuzz/src/property/chains.rs";
const HONEST: &str = "crates/fuzz/src/property/honest.rs";
const JUDGEMENTS: &str = "crates/fuzz/src/property/judge.rs";
const PAPER: &str = "crates/fuzz/src/property/paper.rs";
const SOUND: &str = "crates/fuzz/src/property/sound.rs";
const SHRINK: &str = "crates/fuzz/src/shrink/mod.rs";
const JOURNAL: &str = "crates/fuzz/src/guide/journal.rs";
const ANSWER: &str = "crates/lattice/src/answer.rs";
const LAWS: &str = "crates/lattice/src/laws/mod.rs";
const OPERANDS: &str = "crates/lattice/src/laws/operands.rs";
const CONVERGE: &str = "crates/lattice/src/laws/converge.rs";
const EXTRAPOLATE: &str = "crates/lattice/src/laws/extrapolate.rs";
const RUN: &str = "crates/lattice/src/run.rs";
const VIOLATIONS: &str = "crates/lattice/src/violations.rs";
const TRIAL_SOUND: &str = "crates/domains/src/trial/sound.rs";
const TRIAL_BEST: &str = "crates/domains/src/trial/best.rs";

const FUZZ: &[&str] = &["-p", "soundline-fuzz", "--lib"];
const OF_BENCH: &[&str] = &["-p", "soundline-fuzz", "--lib", "bench::"];
const OF_CONTRACTS: &[&str] = &["-p", "soundline-fuzz", "--lib", "contract::"];
const OF_ENGINE: &[&str] = &["-p", "soundline-fuzz", "--lib", "engine::"];
const OF_ORACLES: &[&str] = &["-p", "soundline-fuzz", "--lib", "exact::"];
const OF_GUIDE: &[&str] = &["-p", "soundline-fuzz", "--lib", "guide::"];
const OF_PROPERTIES: &[&str] = &["-p", "soundline-fuzz", "--lib", "property::"];
const PLANTED: &[&str] = &["-p", "soundline-fuzz", "--test", "oracles", "planted"];
const HEALTHY: &[&str] = &["-p", "soundline-fuzz", "--test", "oracles", "healthy"];
const EXEC: &[&str] = &["-p", "soundline-fuzz", "--test", "exec"];
const LATTICE: &[&str] = &["-p", "soundline-lattice", "--lib"];
const LATTICE_PLANTED: &[&str] = &["-p", "soundline-lattice", "--test", "planted"];
const TRUTH: &[&str] = &["-p", "soundline-lattice", "--test", "truth"];
const TRIAL: &[&str] = &["-p", "soundline-domains", "--test", "planted"];
const REGISTRY: &[&str] = &["-p", "soundline-domains", "--test", "registry", "boxes"];

const fn mutant(
    name: &'static str,
    file: &'static str,
    place: &'static str,
    instead: &'static str,
    tests: &'static [&'static str],
) -> Mutant {
    Mutant { name, file, place, instead, tests }
}

/// Mutants that the named tests notice. The expression between the marks is replaced.
pub const MUTANTS: &[Mutant] = &[
    mutant(
        "the order is asked the other way round",
        BENCH,
        "let answer = self.ask(«Question::Leq(a.1, b.1)»)?;",
        "Question::Leq(b.1, a.1)",
        PLANTED,
    ),
    mutant(
        "a denied order holds",
        BENCH,
        "Answer::No => «self.denied(what(), &[(a, b)])»,",
        "Ok(Outcome::held())",
        PLANTED,
    ),
    mutant(
        "a wrong bottom holds",
        BENCH,
        "Answer::Yes => «outcome(Ending::Violated, format!(\"{} is ⊥\", a.0), [a])»,",
        "Outcome::held()",
        PLANTED,
    ),
    mutant(
        "join covers right asks for the left operand",
        PAPER,
        "t.expect_leq((\"y\", «t.y()»), (\"x ⊔ y\", join))",
        "t.x()",
        PLANTED,
    ),
    mutant(
        "leq sound asks the other way round",
        SOUND,
        "let question = «Question::Leq(below.1, above.1)»;",
        "Question::Leq(above.1, below.1)",
        HEALTHY,
    ),
    mutant(
        "a lost point is kept",
        CONCRETE,
        "return «Tried::Lost(image)»;",
        "Tried::Kept",
        PLANTED,
    ),
    mutant(
        "a join has the points of its left operand alone",
        CONCRETE,
        "Operation::Join(..) | Operation::Widen(..) => «operands.to_vec()»,",
        "vec![first()]",
        HEALTHY,
    ),
    mutant(
        "a meet has the points of both operands",
        CONCRETE,
        "Operation::Meet(..) | Operation::Narrow(..) => «vec![operands.concat()]»,",
        "operands.to_vec()",
        HEALTHY,
    ),
    mutant(
        "results may reach too far",
        JUDGEMENTS,
        "if «reached > best» {",
        "reached < best",
        PLANTED,
    ),
    mutant(
        "points of one operand travel through a meet",
        TRAVEL,
        "|p: &Vec<Rat>| «self.must(*a, p, DEPTH) && self.must(*b, p, DEPTH)»;",
        "self.must(*a, p, DEPTH) || self.must(*b, p, DEPTH)",
        HEALTHY,
    ),
    mutant(
        "what exact arithmetic refutes is only imprecise",
        CAUSE,
        "_ if outcome.unsound => «Severity::Soundness»,",
        "Severity::Precision",
        FUZZ,
    ),
    mutant(
        "a crash is a matter of precision",
        CAUSE,
        "Ending::OutOfMemory, _) => «Severity::Crash»,",
        "Severity::Precision",
        FUZZ,
    ),
    mutant(
        "everything is flagged inexact",
        CAUSE,
        "let flagged = if «ending == Ending::Inexact»",
        "ending != Ending::Inexact",
        FUZZ,
    ),
    mutant(
        "every sighting is confirmed",
        DIGEST,
        "if «same(ending, outcome.ending)» {",
        "true",
        OF_ENGINE,
    ),
    mutant(
        "what is not confirmed is dropped",
        DIGEST,
        "if «known.insert((unconfirmed.property, unconfirmed.ending))» {",
        "false",
        OF_ENGINE,
    ),
    mutant(
        "the judge's worker keeps to itself what is unsound",
        TALK,
        "if «outcome.unsound» {",
        "false",
        OF_ENGINE,
    ),
    mutant(
        "a program that goes away refuses",
        OUTCOME,
        "Refusal::Broken(how) => Outcome::new(«Ending::Died», how),",
        "Ending::Refused",
        EXEC,
    ),
    mutant(
        "a failure rate is excluded although something was found",
        CAMPAIGN,
        "«(self.held > 0 && self.findings() == 0)»",
        "(self.held > 0)",
        FUZZ,
    ),
    mutant(
        "a smaller trace need not fail",
        SHRINK,
        "let better = «fails(&candidate)»;",
        "!fails(&candidate)",
        FUZZ,
    ),
    mutant(
        "a trial does not miss lost points",
        TRIAL_SOUND,
        "Some(holds) => «holds.into()»,",
        "Outcome::Holds",
        TRIAL,
    ),
    mutant(
        "a guard may lose points",
        TRIAL_SOUND,
        "kept.then(|| l.contains(«&result», v))",
        "&a",
        TRIAL,
    ),
    mutant(
        "entailment need not hold",
        TRIAL_SOUND,
        "Answer::Yes => Some(«c.holds_at(v) == Ok(true)»),",
        "c.holds_at(v).is_ok()",
        TRIAL,
    ),
    mutant(
        "parallel assignments happen one after the other",
        TRIAL_SOUND,
        "moved[*x] = «e.eval(v)».expect(\"the point has all coordinates\");",
        "e.eval(&moved.clone())",
        REGISTRY,
    ),
    mutant(
        "a widening up to thresholds is stable at once",
        TRIAL_SOUND,
        "if «domain.leq(&y, &x).is_yes()» {",
        "domain.leq(&x, &y).is_yes()",
        TRIAL,
    ),
    mutant(
        "coarse results are best",
        TRIAL_BEST,
        "if «found != wanted» {",
        "found < wanted",
        TRIAL,
    ),
    mutant(
        "a forgotten variable keeps its bounds",
        TRIAL_BEST,
        "Some(«if t.coefficient(x).is_zero() { bound } else { Bound::PlusInfinity }»)",
        "bound",
        REGISTRY,
    ),
    mutant(
        "shrinking slips into another cause",
        DIGEST,
        "«same(sighting.ending, outcome.ending) && of_the_cause(&outcome)»\n    };",
        "same(sighting.ending, outcome.ending)",
        OF_ENGINE,
    ),
    mutant(
        "memory that runs out must do so in the same way",
        DIGEST,
        "Ending::OutOfMemory => «Ending::Died»,",
        "ending",
        OF_ENGINE,
    ),
    mutant(
        "what is shrunk is not judged again",
        DIGEST,
        "if «same(sighting.ending, outcome.ending) && of_the_cause(&outcome)» {",
        "true",
        OF_ENGINE,
    ),
    mutant(
        "a wrong answer is not a finding",
        OUTCOME,
        "«!matches!(self, Held | Vacuous | Doubtful | Refused | Beyond)»",
        "!matches!(self, Held | Vacuous | Doubtful | Refused | Beyond | Ending::WrongAnswer)",
        FUZZ,
    ),
    mutant(
        "hangs do not count as findings",
        CAMPAIGN,
        "«self.verdicts() + self.died + self.timed_out + self.out_of_memory»",
        "self.verdicts() + self.died + self.out_of_memory",
        FUZZ,
    ),
    mutant(
        "an unknown precondition counts as yes",
        BENCH,
        "if «self.ask(question)?.is_yes()» { Ok(()) }",
        "!self.ask(question)?.is_no()",
        OF_BENCH,
    ),
    mutant(
        "an unknown order is a violation",
        BENCH,
        "Answer::Unknown => «self.doubt(what(), &[(a, b)])»,",
        "Ok(outcome(Ending::Violated, what(), [a, b]))",
        OF_BENCH,
    ),
    mutant(
        "an unknown equality is a violation",
        BENCH,
        "Answer::Unknown => «self.doubt(what(), &[(a, b), (b, a)])»,",
        "Ok(outcome(Ending::Violated, what(), [a, b]))",
        OF_BENCH,
    ),
    mutant(
        "a wrong answer passes for a wrong result",
        BENCH,
        "(true, true) => «Ending::WrongAnswer»,",
        "Ending::Violated",
        OF_BENCH,
    ),
    mutant(
        "an incomplete order accuses although bounds cover",
        BENCH,
        "if self.class == Class::Soundness => «Ending::Doubtful»,",
        "Ending::Violated",
        OF_BENCH,
    ),
    mutant(
        "equality is compared one way",
        BENCH,
        "Answer::No => «self.denied(what(), &[(a, b), (b, a)])»,",
        "self.denied(what(), &[(a, b)])",
        OF_BENCH,
    ),
    mutant(
        "a point that proves a no is ignored",
        BENCH,
        "return Ok(outcome(«Ending::Violated», what, [shown.0, shown.1]).at(point));",
        "Ending::Doubtful",
        OF_BENCH,
    ),
    mutant(
        "an unknown answer is a denial",
        HONEST,
        "if «!t.ask(question)?.is_no()» {",
        "t.ask(question)?.is_yes()",
        OF_PROPERTIES,
    ),
    mutant(
        "an honest no is dishonest",
        HONEST,
        "if «!refuted(t)?» {",
        "refuted(t)?",
        OF_PROPERTIES,
    ),
    mutant(
        "a chain is stable after one step",
        CHAINS,
        "if «unchanged >= wanted» {",
        "unchanged >= 1",
        OF_PROPERTIES,
    ),
    mutant(
        "an endless chain is vouched for",
        CHAINS,
        "                vouched = «false»;",
        "vouched",
        OF_PROPERTIES,
    ),
    mutant(
        "a chain that nobody vouches for is a violation",
        CHAINS,
        "None => «outcome.ended(Ending::Doubtful)»,",
        "outcome",
        OF_PROPERTIES,
    ),
    mutant(
        "the second judgement is not made where the first has nothing to say",
        JUDGEMENTS,
        "Err(Stop::Vacuous) => «second(t)»,",
        "Err(Stop::Vacuous)",
        OF_PROPERTIES,
    ),
    mutant(
        "as many constraints are the same constraints",
        JUDGEMENTS,
        "if «of_inner == of_outer» {",
        "of_inner.len() == of_outer.len()",
        OF_PROPERTIES,
    ),
    mutant(
        "one constraint that follows is enough",
        EXACT,
        "    «outer.iter().all(|constraint| simplex.entails(constraint) == Ok(true))»",
        "outer.iter().any(|constraint| simplex.entails(constraint) == Ok(true))",
        OF_ORACLES,
    ),
    mutant(
        "fractions are integers",
        EXACT,
        "!space.is_integer(v) || «value.is_integer()»;",
        "true",
        OF_ORACLES,
    ),
    mutant(
        "points of the right operand do not travel",
        TRAVEL,
        "Operation::Join(a, b) | Operation::Widen(a, b) => «of(a).chain(of(b)).collect()»,",
        "of(a).collect()",
        OF_ORACLES,
    ),
    mutant(
        "the audit forgets what is unsound",
        AUDIT,
        "Some(fault) if «fault.unsound» => return Some(fault),",
        "false",
        OF_ENGINE,
    ),
    mutant(
        "the audit takes a right yes for a wrong one",
        AUDIT,
        "Answer::Yes if «refuted» => {",
        "holds",
        OF_ENGINE,
    ),
    mutant(
        "what could be more precise explains why a loop does not end",
        AUDIT,
        "Some(fault) if «precision» => imprecise",
        "true",
        OF_ENGINE,
    ),
    mutant(
        "a violation comes without evidence",
        JUDGE,
        "ending if ending.is_verdict() => «explain(machine, trace, outcome)»,",
        "outcome",
        OF_ENGINE,
    ),
    mutant(
        "a finding is not audited",
        JUDGE,
        "«audited(machine, trace, Outcome { regions, ..outcome })»",
        "Outcome { regions, ..outcome }",
        OF_ENGINE,
    ),
    mutant(
        "a test learns from itself when it is run again",
        JOURNAL,
        "filter(|entry| «entry.index < index»)",
        "entry.index <= index",
        OF_GUIDE,
    ),
    mutant(
        "an unknown part of a precondition counts as yes",
        ANSWER,
        "                Answer::No => Answer::No,\n                _ => «Answer::Unknown»,",
        "Answer::Yes",
        LATTICE,
    ),
    mutant(
        "an unknown precondition of a law counts as yes",
        OPERANDS,
        "Answer::Unknown => «Outcome::Unknown»,",
        "conclusion()",
        LATTICE,
    ),
    mutant(
        "an impure operation needs two witnesses",
        OPERANDS,
        "Answer::No if «!same || l.equal(&before[i], &twins[i]).is_yes()» => Outcome::Violated,",
        "!same && l.equal(&before[i], &twins[i]).is_no()",
        LATTICE_PLANTED,
    ),
    mutant(
        "join commutes with itself",
        LAWS,
        "(\"b ⊔ a\", &«l.join(&b, &a)»)",
        "l.join(&a, &b)",
        LATTICE_PLANTED,
    ),
    mutant(
        "any upper bound is the least one",
        LAWS,
        "l.expect_leq(case, (\"a ⊔ b\", &«l.join(&a, &b)»), (\"c\", &c))",
        "l.meet(&a, &b)",
        LATTICE_PLANTED,
    ),
    mutant(
        "widening covers right asks for the left operand",
        EXTRAPOLATE,
        "l.expect_leq(case, (\"b\", «&b»), (\"a ∇ b\", &l.widen(&a, &b)))",
        "&a",
        LATTICE_PLANTED,
    ),
    mutant(
        "an endless chain with an unknown step accuses",
        CONVERGE,
        "if «self.certain» { Outcome::Violated } else",
        "true",
        TRUTH,
    ),
    mutant(
        "a push that may be there is not there",
        CONVERGE,
        "(_, Answer::Unknown) => missed = «Found::Unknown»,",
        "Found::Nothing",
        TRUTH,
    ),
    mutant(
        "violations before the limit are dropped",
        RUN,
        "«shrunk.extend(listed.explained(&mut running))»;",
        "drop(listed)",
        TRUTH,
    ),
    mutant(
        "cases whose precondition failed count",
        RUN,
        "None => «matches!(self.outcome, Outcome::Holds | Outcome::Violated)»,",
        "!matches!(self.outcome, Outcome::Unknown)",
        TRUTH,
    ),
    mutant(
        "a wrong result is shrunk to a panic",
        VIOLATIONS,
        "(«ended.is_failing() && ended.failure() == *failure»)",
        "ended.is_failing()",
        TRUTH,
    ),
    mutant(
        "an unknown answer counts as a no",
        BENCH,
        "if «self.ask(question)?.is_no()» { Ok(()) }",
        "!self.ask(question)?.is_yes()",
        OF_BENCH,
    ),
    mutant(
        "an element that may be empty has points",
        BENCH,
        "«point.map(drop).ok_or(Stop::Vacuous)»",
        "Ok(drop(point))",
        OF_BENCH,
    ),
    mutant(
        "a flagged no passes although the answer is yes",
        BENCH,
        "return Ok(outcome(«Ending::Inexact», what, [shown.0, shown.1]));",
        "Ending::Doubtful",
        OF_BENCH,
    ),
    mutant(
        "the second judgement is not made where the first holds",
        JUDGEMENTS,
        "Ok(outcome) if «outcome.is_held()» => match second(t) {",
        "false",
        OF_PROPERTIES,
    ),
    mutant(
        "what dies of being looked at is not run so again",
        DIGEST,
        "let looks = «(!ending.is_verdict()).then(|| with_looks(&trace))»;",
        "None",
        OF_ENGINE,
    ),
    mutant(
        "nothing lies beyond a contract of order",
        CONTRACT,
        "if «!keeps_order(profile, trace)» ||",
        "false",
        OF_CONTRACTS,
    ),
    mutant(
        "every hang is within the contract",
        CONTRACT,
        "let hangs = «overflows && profile.overflow.endless»;",
        "false",
        OF_CONTRACTS,
    ),
    mutant(
        "a denied conclusion of a law holds",
        ANSWER,
        "Answer::No => «Outcome::Violated»,",
        "Outcome::Holds",
        LATTICE_PLANTED,
    ),
    mutant(
        "an unknown conclusion of a law is a violation",
        ANSWER,
        "Answer::Unknown => «Outcome::Unknown»,",
        "Outcome::Violated",
        TRUTH,
    ),
    mutant(
        "what is not known hides a violation beside it",
        ANSWER,
        "Outcome::Violated => «Outcome::Violated»,\n                _ => first,",
        "first",
        LATTICE,
    ),
    mutant(
        "a law is checked where its precondition does not hold",
        OPERANDS,
        "Answer::No => «Outcome::Vacuous»,",
        "conclusion()",
        LATTICE,
    ),
    mutant(
        "any lower bound is the greatest one",
        LAWS,
        "l.expect_leq(case, (\"c\", &c), (\"a ⊓ b\", &«l.meet(&a, &b)»))",
        "l.join(&a, &b)",
        LATTICE_PLANTED,
    ),
];
