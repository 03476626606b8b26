//! Panics of code under test that runs in this process: caught, not printed, told in a sentence.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::Once;

thread_local! {
    /// Is code under test running in this thread?
    static UNDER_TEST: Cell<bool> = const { Cell::new(false) };
    /// What it said when it panicked.
    static LAST_WORDS: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Run code that may panic: what it came to, or how it panicked.
///
/// Whatever the code owned that it may have left half done must not be used again.
pub(super) fn caught<T>(code: impl FnOnce() -> T) -> Result<T, String> {
    listen();
    let before = UNDER_TEST.replace(true);
    let outcome = panic::catch_unwind(AssertUnwindSafe(code));
    UNDER_TEST.set(before);
    outcome.map_err(|payload| LAST_WORDS.take().unwrap_or_else(|| message(&*payload).to_string()))
}

/// Panics of all other threads are none of our business: the hook that was there gets them.
fn listen() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let outer = panic::take_hook();
        panic::set_hook(Box::new(move |info| match UNDER_TEST.get() {
            true => LAST_WORDS.set(Some(sentence(info))),
            false => outer(info),
        }));
    });
}

fn sentence(info: &PanicHookInfo) -> String {
    let message = message(info.payload());
    match info.location() {
        Some(at) => format!("panicked at {}:{}: {message}", at.file(), at.line()),
        None => format!("panicked: {message}"),
    }
}

fn message(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("without a message")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_told_with_its_place() {
        assert_eq!(caught(|| 7), Ok(7));
        let told = caught(|| -> u8 { panic!("no {} left", "ideas") }).unwrap_err();
        assert!(told.starts_with("panicked at ") && told.ends_with(": no ideas left"), "{told}");
        assert!(told.contains("panics.rs:"), "{told}");
        let rethrown = caught(|| panic::resume_unwind(Box::new(5u8))).unwrap_err();
        assert_eq!(rethrown, "without a message", "the words of the panic before are gone");
    }
}
