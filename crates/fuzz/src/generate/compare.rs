//! What two targets have in common.

use soundline_domains::capabilities::Best;
use soundline_targets::{OperationKind, Profile};

/// The operations and claims of both; without those whose results are a matter of taste.
pub(super) fn common(one: &Profile, other: &Profile) -> Profile {
    let best = Best {
        join: one.best.join && other.best.join,
        meet: one.best.meet && other.best.meet,
        represented_guard: one.best.represented_guard && other.best.represented_guard,
        any_guard: false,
        assign: one.best.assign && other.best.assign,
        forget: one.best.forget && other.best.forget,
        bounds: false,
    };
    let taste = [OperationKind::Widen, OperationKind::Narrow, OperationKind::ParallelAssign];
    let mut missing = [one.missing.clone(), other.missing.clone(), taste.to_vec()].concat();
    // Claims of best results are about exact numbers; whoever rounds is judged by inclusion.
    let judged = |claimed: bool| claimed || !one.numbers.exact() || !other.numbers.exact();
    let claimed = [
        (OperationKind::Join, judged(best.join)),
        (OperationKind::Meet, judged(best.meet)),
        (OperationKind::Forget, judged(best.forget)),
        (OperationKind::Embed, judged(best.forget)),
        (OperationKind::Guard, judged(best.represented_guard)),
    ];
    missing.extend(claimed.iter().filter(|(_, claimed)| !claimed).map(|(kind, _)| *kind));
    Profile {
        strict: one.strict && other.strict,
        integers_only: one.integers_only || other.integers_only,
        best,
        missing,
        ..one.clone()
    }
}
