//! A phase of a campaign: it ends by itself, when its time is up, or when the user says so.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use soundline_isolate::Stop;

/// How often one looks at the clock.
const PATIENCE: Duration = Duration::from_millis(100);

/// Does some work that ends early once `interrupted` is set or the deadline has passed.
pub fn until<R>(
    interrupted: &AtomicBool,
    deadline: Option<Instant>,
    work: impl FnOnce(&Stop) -> R,
) -> R {
    let (stop, done) = (Stop::default(), AtomicBool::new(false));
    std::thread::scope(|scope| {
        let watch = scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                let late = deadline.is_some_and(|deadline| Instant::now() >= deadline);
                if late || interrupted.load(Ordering::Relaxed) {
                    return stop.now();
                }
                std::thread::park_timeout(PATIENCE);
            }
        });
        let result = work(&stop);
        done.store(true, Ordering::Relaxed);
        watch.thread().unpark();
        result
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_stopped(interrupted: bool, deadline: Option<Instant>) -> bool {
        until(&AtomicBool::new(interrupted), deadline, |stop| {
            let patience = Instant::now() + Duration::from_millis(400);
            while !stop.is_asked_for() && Instant::now() < patience {
                std::thread::sleep(Duration::from_millis(5));
            }
            stop.is_asked_for()
        })
    }

    #[test]
    fn work_is_stopped_by_clock_and_user() {
        assert!(is_stopped(true, None));
        assert!(is_stopped(false, Some(Instant::now())));
        assert!(!is_stopped(false, None));
        assert!(!is_stopped(false, Some(Instant::now() + Duration::from_secs(100))));
    }
}
