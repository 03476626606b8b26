//! What runs beside a program, by the function that starts it.

use soundline_c::Program;

/// What it is, and the name of the function; none if nothing does.
pub(crate) fn beside(program: &Program) -> Option<(&'static str, &str)> {
    let name = &*program.function(program.effects.concurrent()?).name;
    let other = match name {
        "pthread_create" | "thrd_create" => "another thread",
        "fork" => "another process",
        "clone" => "another thread or process",
        "signal" | "bsd_signal" | "sysv_signal" | "sigset" | "sigaction" => "a signal handler",
        _ => "another thread or a signal handler",
    };
    Some((other, name))
}
