//! The tests tested: results that are made wrong on purpose must be found out.

use crate::{
    case::Case,
    clang,
    configuration::Configuration,
    execution::{self, Compiler},
    expected::marks_hold,
    instrument::Watch,
    judge::Judge,
};
use soundline_analyze::{Analysis, Fact, Predicate, Status};

/// How many runs refute an analysis of a program, once something in it is changed.
fn refuted(program: &str, bounds: &'static str, lie: impl Fn(&mut Analysis)) -> usize {
    let Some(clang) = clang() else { return 1 };
    let case = Case::read(&clang, program);
    let configuration = Configuration::new("intervals", true, bounds);
    let honest = configuration.analyze(&case);
    let mut told = honest.clone();
    lie(&mut told);
    let mut watch = Watch::new(&case.program, [&honest, &told].into_iter());
    let runs =
        execution::run(&case, &mut watch, Compiler::Gcc, 40, &|_| true).expect("it can be run");
    let count = |analysis: &Analysis| {
        let mut judge = Judge::new(&case, &watch, &configuration, analysis);
        runs.iter().map(|run| judge.faults(run).len()).sum::<usize>()
    };
    assert_eq!(count(&honest), 0, "{program} is refuted without a lie");
    count(&told)
}

#[test]
fn a_failing_check_called_verified() {
    let lie = |analysis: &mut Analysis| {
        analysis.checks.iter_mut().for_each(|check| check.status = Status::Verified);
    };
    assert!(refuted("loop-late-failure", "Inf", lie) > 0);
    assert!(refuted("divide-by-zero", "Inf", lie) > 0);
    assert!(refuted("array-negative-index", "Inf", lie) > 0);
    let Some(clang) = clang() else { return };
    let case = Case::read(&clang, "loop-late-failure");
    let configuration = Configuration::new("intervals", true, "Inf");
    let mut analysis = configuration.analyze(&case);
    lie(&mut analysis);
    assert!(!marks_hold(&case, &configuration, &analysis).is_empty());
}

#[test]
fn a_range_that_is_too_small() {
    let shrink = |predicate: &mut Predicate| {
        for fact in &mut predicate.facts {
            if let Fact::Range { high: Some(high), .. } = fact {
                *high = (*high).min(3);
            }
        }
    };
    let lie = |analysis: &mut Analysis| {
        let points = analysis.functions.iter_mut().flat_map(|function| &mut function.points);
        points.filter_map(|point| point.state.as_mut()).for_each(shrink);
    };
    assert!(refuted("loop-late-failure", "Inf", lie) > 0);
}

#[test]
fn a_point_called_unreachable() {
    let lie = |analysis: &mut Analysis| {
        let points = analysis.functions.iter_mut().flat_map(|function| &mut function.points);
        points.for_each(|point| point.state = None);
    };
    assert!(refuted("flow-if-else", "Inf", lie) > 0);
}

#[test]
fn an_assumption_that_is_not_named() {
    let lie = |analysis: &mut Analysis| {
        let points = analysis.functions.iter_mut().flat_map(|function| &mut function.points);
        points.for_each(|point| point.provided.clear());
    };
    assert!(refuted("loop-late-failure", "W0", lie) > 0);
}
