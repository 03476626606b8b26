//! Panics of the code under test: told once by the report, with their place, instead of by the
//! panic hook for each case.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;

/// A panic of the code under test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Panic {
    pub message: String,
    /// File, line and column.
    pub place: String,
    /// The generator that was running, if one was.
    pub generator: Option<&'static str>,
    /// The panic is one of an operation, though a generator asked for it.
    of_operation: bool,
}

thread_local! {
    static UNDER_TEST: Cell<bool> = const { Cell::new(false) };
    static LAST: RefCell<Option<Panic>> = const { RefCell::new(None) };
}

/// Run code under test; a panic is caught and kept from the panic hook.
pub(crate) fn caught<T>(run: impl FnOnce() -> T) -> Result<T, Panic> {
    hook();
    let outer = UNDER_TEST.replace(true);
    let result = catch_unwind(AssertUnwindSafe(run));
    UNDER_TEST.set(outer);
    result.map_err(|_| {
        LAST.take().unwrap_or_else(|| Panic {
            // A panic that is resumed does not pass the hook.
            message: "(no message)".into(),
            place: "an unknown place".into(),
            generator: None,
            of_operation: false,
        })
    })
}

/// Run a generator; if it panics, the panic is known to be its own. As long as it does not, that costs nothing.
#[inline]
pub(crate) fn generating<T>(generator: &'static str, run: impl FnOnce() -> T) -> T {
    let unwinding = Unwinding { generator };
    let result = run();
    std::mem::forget(unwinding);
    result
}

/// Run an operation inside of a generator; if it panics, the operation is to blame.
pub(crate) fn operating<T>(run: impl FnOnce() -> T) -> T {
    struct Passing;
    impl Drop for Passing {
        fn drop(&mut self) {
            LAST.with_borrow_mut(|last| {
                if let Some(panic) = last.as_mut().filter(|panic| panic.generator.is_none()) {
                    panic.of_operation = true;
                }
            });
        }
    }
    let passing = Passing;
    let result = run();
    std::mem::forget(passing);
    result
}

/// Dropped only when a panic passes by.
struct Unwinding {
    generator: &'static str,
}

impl Drop for Unwinding {
    fn drop(&mut self) {
        LAST.with_borrow_mut(|last| {
            // The innermost generator comes first.
            if let Some(panic) = last
                && !panic.of_operation
            {
                panic.generator.get_or_insert(self.generator);
            }
        });
    }
}

/// Replace the panic hook, once for the process, by one that leaves other threads alone.
fn hook() {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if !UNDER_TEST.get() {
                return before(info);
            }
            let payload = info.payload();
            let message = payload
                .downcast_ref::<String>()
                .cloned()
                .or_else(|| payload.downcast_ref::<&str>().map(|text| text.to_string()))
                .unwrap_or_else(|| "(no message)".into());
            let place = info.location().map_or("an unknown place".into(), |at| at.to_string());
            LAST.set(Some(Panic { message, place, generator: None, of_operation: false }));
        }));
    });
}
