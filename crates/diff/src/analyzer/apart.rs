//! What an analyzer that was asked about several checks says of each of them alone.

use super::answer::{AnswerKind, Verdict};
use super::description::Description;
use super::run::Run;

/// What a run says of each of its checks alone, if it speaks of them at all; nothing for a check about which it has to be
/// asked again.
///
/// If the program ends at a check that fails, a check that is called safe may only be so because another one fails before.
/// Whoever could speak of them and says of the whole program that it does not know has a reason that lies in the program, such as
/// recursion: it would not know any more about a single check.
pub(crate) fn apart(
    run: &Run,
    description: &Description,
    count: usize,
) -> Option<Vec<Option<AnswerKind>>> {
    let whole = run.answer.kind()?;
    if whole == AnswerKind::Unknown && run.checks.is_none() && description.speaks_of_checks() {
        return Some(vec![Some(AnswerKind::Unknown); count]);
    }
    let checks = run.checks.as_ref().filter(|checks| checks.len() == count)?;
    let fails = checks.iter().any(|verdict| verdict.is_unsafe());
    // All together and each alone have to fit; what ran out of time may still have seen failures.
    let fits = !whole.is_verdict() || fails == whole.verdict().is_unsafe();
    let independent = description.encoding.independent;
    let silent = description.silence == Some(Verdict::Unknown);
    let alone = |verdict: &Verdict| match verdict {
        Verdict::Unsafe => Some(AnswerKind::Unsafe),
        Verdict::Definite => Some(AnswerKind::Definite),
        Verdict::Safe => (independent || !fails).then_some(AnswerKind::Safe),
        Verdict::Unknown if !whole.is_verdict() => Some(whole),
        Verdict::Unknown => (silent || !fails).then_some(AnswerKind::Unknown),
    };
    fits.then(|| checks.iter().map(alone).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyzer::Answer;
    use AnswerKind as Kind;
    use Verdict::{Definite, Safe, Unknown, Unsafe};

    fn description(more: &str) -> Description {
        let text = format!(
            "name = \"x\"\nabout = \"\"\nget = \"\"\n[find]\nprograms = [\"x\"]\n\
             [[command]]\nrun = [\"x\"]\n[[rule]]\nverdict = \"checks\"\n\
             [[check]]\nstdout = '(?<line>.)'\nverdict = \"unsafe\"\n\
             [encoding]\ncheck = \"hit({{condition}})\"\nmarker = \"hit(\"\n{more}"
        );
        Description::parse(&text).expect("it is right").remove(0)
    }

    #[track_caller]
    fn check(more: &str, answer: Answer, checks: &[Verdict], alone: Option<&[Option<Kind>]>) {
        let run = Run {
            answer,
            checks: Some(checks.to_vec()),
            usage: Default::default(),
            commands: Vec::new(),
            output: String::new(),
        };
        assert_eq!(apart(&run, &description(more), checks.len()).as_deref(), alone);
        assert_eq!(apart(&run, &description(more), checks.len() + 1), None);
    }

    #[test]
    fn what_depends_on_others_is_asked_again() {
        let unsafe_ = Answer::Verdict(Unsafe);
        let (fails, holds) = (Some(Kind::Unsafe), Some(Kind::Safe));
        check("", unsafe_.clone(), &[Unsafe, Safe], Some(&[fails, None]));
        check("independent = true", unsafe_.clone(), &[Unsafe, Safe], Some(&[fails, holds]));
        check("independent = true", unsafe_.clone(), &[Unsafe, Unknown], Some(&[fails, None]));
        check("", Answer::Verdict(Unknown), &[Safe, Unknown], Some(&[holds, Some(Kind::Unknown)]));
        // What is said of all and of each does not fit.
        check("", unsafe_, &[Safe, Safe], None);
        check("", Answer::Verdict(Safe), &[Safe, Unsafe], None);
    }

    #[test]
    fn whoever_does_not_know_the_program_is_not_asked_about_checks() {
        let run = |answer| Run {
            answer: Answer::Verdict(answer),
            checks: None,
            usage: Default::default(),
            commands: Vec::new(),
            output: String::new(),
        };
        let unknown = Some(vec![Some(Kind::Unknown); 2]);
        assert_eq!(apart(&run(Unknown), &description(""), 2), unknown);
        assert_eq!(apart(&run(Unsafe), &description(""), 2), None);
    }

    #[test]
    fn what_was_seen_before_the_time_was_over_counts() {
        let (fails, late) = (Some(Kind::Definite), Some(Kind::Timeout));
        check("", Answer::TimedOut, &[Definite, Unknown], Some(&[fails, late]));
    }
}
