//! What verifiers and compilers know by name: assertions, assumptions, unknown values, and what does not return.

use super::{Bytes, Ending, Memory, Model, prototype::Kind, writes};
use crate::Role;
use Kind::{Any, Float, Integer, More, Pointer, Scalar, Void};

const I: Kind = Integer;
const P: Kind = Pointer;

/// What does not come back.
const fn stop(names: &'static str, parameters: &'static [Kind], ending: Ending) -> Model {
    Model::new(names, parameters, Void).role(Role::Stop).ending(ending)
}

/// What the `assert` of C libraries calls if its argument is 0.
const fn failure(names: &'static str, parameters: &'static [Kind]) -> Model {
    Model::new(names, parameters, Void).role(Role::Error).ending(Ending::Aborts)
}

pub(super) const ROWS: &[Model] = &[
    stop("abort __builtin_trap", &[], Ending::Aborts),
    stop("exit _exit _Exit quick_exit", &[I], Ending::Exits),
    stop("longjmp _longjmp siglongjmp __longjmp_chk", &[P, I], Ending::Leaves),
    stop("pthread_exit", &[P], Ending::Leaves),
    failure("__assert_fail __assert_rtn", &[P, P, I, P]),
    failure("__assert_perror_fail", &[I, P, I, P]),
    failure("__assert", &[P, P, I]),
    failure("__assert_func __assert2", &[P, I, P, P]),
    failure("__VERIFIER_error", &[]),
    Model::new("reach_error", &[], Void).role(Role::Error),
    Model::new(
        "__VERIFIER_assert __goblint_assert __ikos_assert __CRAB_assert __crab_assert klee_assert \
         _mopsa_assert assert",
        &[Scalar],
        Void,
    )
    .role(Role::Assert),
    Model::new("__ESBMC_assert", &[Scalar, P], Void).role(Role::Assert),
    // Those of analyzers and their test suites only report: the program goes on if they fail.
    Model::new("__CPROVER_assert", &[Scalar, P], Void).role(Role::Assert).goes_on(),
    Model::new("__goblint_check __analyzer_eval clang_analyzer_eval", &[Scalar], Void)
        .role(Role::Assert)
        .goes_on(),
    Model::new(
        "__VERIFIER_assume __CPROVER_assume __ESBMC_assume __goblint_assume __goblint_commit __ikos_assume \
         __CRAB_assume __crab_assume klee_assume _mopsa_assume __builtin_assume",
        &[Scalar],
        Void,
    )
    .role(Role::Assume),
    Model::new("__builtin_unreachable", &[], Void).role(Role::Unreachable),
    Model::new("__builtin_expect", &[I, I], I).role(Role::FirstArgument),
    Model::new("__builtin_expect_with_probability", &[I, I, Float(64)], I).role(Role::FirstArgument),
    Model::new("__builtin_assume_aligned", &[P, I, More], P).role(Role::FirstArgument),
    Model::new("setjmp _setjmp", &[P], I).role(Role::ReturnsTwice),
    Model::new("sigsetjmp __sigsetjmp", &[P, I], I).role(Role::ReturnsTwice),
    Model::new("vfork", &[], I).role(Role::ReturnsTwice),
    Model::new("nondet", &[], Any).role(Role::Nondet),
    Model::new("__VERIFIER_nondet_memory", &[P, I], Void)
        .memory(Memory::Writes)
        .touches(&[writes(0, Bytes::Exactly(1))]),
    Model::new("klee_make_symbolic", &[P, I, P], Void)
        .memory(Memory::Writes)
        .touches(&[writes(0, Bytes::Exactly(1))]),
];

/// How functions begin that give any value and do nothing else.
const UNKNOWN_VALUES: &[&str] = &[
    "__VERIFIER_nondet_",
    "__CPROVER_nondet_",
    "__ESBMC_nondet_",
    "__ikos_nondet_",
    "__CRAB_nd",
    "nondet_",
];

/// The model of a function that gives any value, by the start of its name. It must not be given anything through
/// which it could change memory.
pub(super) fn any_value(name: &str) -> Option<&'static Model> {
    static ANY: Model = Model::new("", &[Kind::Numbers], Any).role(Role::Nondet);
    UNKNOWN_VALUES.iter().any(|start| name.starts_with(start)).then_some(&ANY)
}
