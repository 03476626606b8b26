//! Delta debugging: which of many things are needed.

/// A list of items from which no single one can be left out, found by leaving out ever smaller
/// chunks (Zeller and Hildebrandt's ddmin, complements only). `test` says whether a sublist will do;
/// the whole list is taken to do.
pub fn minimise<T: Clone + PartialEq>(items: &[T], mut test: impl FnMut(&[T]) -> bool) -> Vec<T> {
    let mut kept = items.to_vec();
    let mut size = kept.len();
    while size > 0 {
        let mut at = 0;
        let mut progress = false;
        while at < kept.len() {
            let end = (at + size).min(kept.len());
            let rest = [&kept[..at], &kept[end..]].concat();
            if test(&rest) {
                kept = rest;
                progress = true;
            } else {
                at = end;
            }
        }
        // Leaving out one may make another superfluous that stands before it.
        size = if progress && size == 1 { 1 } else { size / 2 };
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(count: u32, needed: impl Fn(&[u32]) -> bool, expected: &[u32]) {
        let items: Vec<u32> = (0..count).collect();
        let minimal = minimise(&items, |kept| needed(kept));
        assert_eq!(minimal, expected);
        for at in 0..minimal.len() {
            let rest = [&minimal[..at], &minimal[at + 1..]].concat();
            assert!(!needed(&rest), "{at} is superfluous");
        }
    }

    #[test]
    fn what_is_needed_stays() {
        check(50, |kept| kept.contains(&7) && kept.contains(&43), &[7, 43]);
        check(1, |kept| kept.contains(&0), &[0]);
        check(9, |_| true, &[]);
        check(0, |_| true, &[]);
    }

    /// 0 is needed as long as 5 is there.
    #[test]
    fn later_removals_allow_earlier_ones() {
        check(6, |kept| !kept.contains(&5) || kept.contains(&0), &[]);
    }
}
