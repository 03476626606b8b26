//! Many things at the same time.

use std::sync::Mutex;

/// Does something with every item, at most `jobs` at a time; the results are in the order of the
/// items.
pub fn in_parallel<T: Send, R: Send>(
    jobs: usize,
    items: Vec<T>,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    let count = items.len();
    let pending = Mutex::new(items.into_iter().enumerate());
    let done = Mutex::new(Vec::with_capacity(count));
    std::thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, count.max(1)) {
            scope.spawn(|| {
                loop {
                    let next = pending.lock().expect("nobody panics with it").next();
                    let Some((index, item)) = next else { return };
                    let result = work(item);
                    done.lock().expect("nobody panics with it").push((index, result));
                }
            });
        }
    });
    let mut done = done.into_inner().expect("nobody panics with it");
    done.sort_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_keep_their_order() {
        let items: Vec<u64> = (0..50).collect();
        for jobs in [0, 1, 3, 100] {
            let squares = in_parallel(jobs, items.clone(), |n| {
                std::thread::sleep(std::time::Duration::from_micros(50 - n));
                n * n
            });
            assert_eq!(squares, items.iter().map(|n| n * n).collect::<Vec<_>>());
        }
        assert_eq!(in_parallel(4, Vec::<u8>::new(), |n| n), [0; 0]);
    }
}
