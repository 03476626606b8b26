//! The tally alone, without workers.

use super::*;

fn words() -> Vec<AtomicU64> {
    (0..WORDS).map(|_| AtomicU64::new(0)).collect()
}

fn sighting(property: u16, ending: Ending, index: u64) -> Sighting {
    Sighting { property, ending, index, place: None }
}

fn hold(tally: Tally, lane: usize, index: u64) {
    tally.finish(lane, sighting(3, Ending::Held, index), &Exercised::default());
}

#[test]
fn lanes_share_the_tests_without_gaps() {
    let words = words();
    let tally = Tally::new(&words);
    assert!(tally.begin(7, Some(200), BLOCK));
    let mut seen = Vec::new();
    for turn in 0.. {
        let lane = turn % 3;
        let Some(index) = tally.next(lane) else { break };
        hold(tally, lane, index);
        seen.push(index);
    }
    for lane in 0..3 {
        while let Some(index) = tally.next(lane) {
            hold(tally, lane, index);
            seen.push(index);
        }
    }
    seen.sort();
    assert_eq!(seen, (0..200).collect::<Vec<_>>());
    assert_eq!(tally.counts(3).0.held, 200);
    assert_eq!(tally.tests(), 200);
}

#[test]
fn a_test_in_flight_is_run_again_after_a_restart() {
    let words = words();
    let tally = Tally::new(&words);
    tally.begin(7, None, BLOCK);
    let first = tally.next(0).unwrap();
    assert_eq!(tally.next(0), Some(first), "not finished, so it comes again");
    tally.finish(0, sighting(3, Ending::Died, first), &Exercised::default());
    assert_eq!(tally.next(0), Some(first + 1));
    assert!(!tally.begin(8, None, BLOCK), "another plan's words are refused");
}

#[test]
fn fewer_lanes_go_on_with_what_more_lanes_left() {
    let words = words();
    let tally = Tally::new(&words);
    tally.begin(7, Some(200), BLOCK);
    let mut seen = Vec::new();
    for lane in 0..3 {
        let index = tally.next(lane).unwrap();
        hold(tally, lane, index);
        seen.push(index);
    }
    for _ in 0..3 {
        assert!(tally.begin(7, Some(200), BLOCK), "the run was killed and goes on with one lane");
        let index = tally.next(0).unwrap();
        hold(tally, 0, index);
        seen.push(index);
    }
    while let Some(index) = tally.next(0) {
        hold(tally, 0, index);
        seen.push(index);
    }
    seen.sort();
    assert_eq!(seen, (0..200).collect::<Vec<_>>());
}

/// A lane that is killed between taking a block and beginning it.
#[test]
fn a_block_that_was_taken_and_not_begun_is_not_lost() {
    for restarted in [true, false] {
        let words = words();
        let tally = Tally::new(&words);
        tally.begin(7, Some(3 * BLOCK), BLOCK);
        let first = tally.next(0).unwrap();
        hold(tally, 0, first);
        tally.sheet.agenda.take(1);
        let third = tally.next(2).unwrap();
        assert_eq!(third, 2 * BLOCK);
        match restarted {
            true => tally.recover(1),
            false => assert!(tally.begin(7, Some(3 * BLOCK), BLOCK)),
        }
        let mut seen = vec![first];
        for lane in [1, 0, 2] {
            while let Some(index) = tally.next(lane) {
                hold(tally, lane, index);
                seen.push(index);
            }
        }
        seen.sort();
        assert_eq!(seen, (0..3 * BLOCK).collect::<Vec<_>>());
    }
}

#[test]
fn the_lowest_sightings_of_each_kind_are_kept() {
    let words = words();
    let tally = Tally::new(&words);
    tally.begin(7, None, BLOCK);
    let violated = |lane: usize, index: u64| {
        tally.finish(lane, sighting(9, Ending::Violated, index), &Exercised::default());
    };
    for index in 50..150 {
        violated(1, index * 2);
        violated(0, index * 2 + 1);
    }
    // A lane that goes on with what another one left comes to earlier tests.
    [7, 3, 5].into_iter().for_each(|index| violated(0, index));
    tally.finish(0, sighting(9, Ending::Died, 500), &Exercised::default());
    let found: Vec<u64> = tally.sightings(3).iter().map(|s| s.index).collect();
    assert_eq!(found, [3, 5, 7, 500]);
    assert_eq!(tally.counts(9).0.violated, 203);
    assert!(tally.counts(9).1.is_some());
    assert!(tally.has_sightings(3..4) && !tally.has_sightings(8..100));
}
