//! A static type analysis for Lua 5.1, whose lattices and operations are checked by `soundline-lattice`.
//!
//! It rebuilds the case study of "QuickChecking Static Analysis Properties" (Midtgaard and Møller, STVR 2017); docs/lua.md
//! tells the story.

pub mod builtins;
pub mod engine;
pub mod lattices;
pub mod laws;
pub mod planted;
pub mod report;
pub mod syntax;

use report::Report;

/// Programs are nested, and so are calls; the analysis follows both.
const STACK: usize = 512 << 20;

/// Read a file and analyze it, or say in a sentence why that cannot be done.
pub fn read(file: &str, closed: bool) -> Result<Report, String> {
    let text = std::fs::read(file).map_err(|error| format!("{file}: {error}"))?;
    report(file, &text, closed)
}

/// Analyze a text.
pub fn report(file: &str, text: &[u8], closed: bool) -> Result<Report, String> {
    let run = || {
        let program = syntax::parse(text).map_err(|error| {
            let (line, column) = syntax::position(text, error.at);
            format!("{file}:{line}:{column}: {} (luatypes reads Lua 5.1)", error.message)
        })?;
        let outcome = engine::analyze(&program, closed);
        Ok(Report::new(file, text, &program, &outcome))
    };
    with_stack(run)
}

/// Run something with a stack that is large enough.
///
/// # Panics
/// If it does, or if there is no memory for the stack.
pub fn with_stack<T: Send>(run: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run);
        thread
            .expect("the stack is only reserved")
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}
