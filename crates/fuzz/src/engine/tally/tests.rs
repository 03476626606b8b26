//! The tally alone, without workers.

use super::*;

fn words() -> Vec<AtomicU64> {
    (0..WORDS).map(|_| AtomicU64::new(0)).collect()
}

fn agreed(fingerprint: u64, limit: Option<u64>) -> Agreed {
    Agreed { fingerprint, shard: Shard::WHOLE, limit, block: BLOCK }
}

/// The tests of shards are those of one machine, with what they counted, however a shard was interrupted.
#[test]
fn shards_count_what_one_machine_counts() {
    let limit = 5 * BLOCK + 7;
    let ending = |index: u64| if index % 50 == 3 { Ending::Violated } else { Ending::Held };
    let run = |tally: Tally, most: u64| {
        for _ in 0..most {
            let Some(index) = tally.next(0) else { break };
            tally.finish(0, sighting(3, ending(index), index), &Exercised::default());
        }
    };
    let (alone, together) = (words(), words());
    let (alone, together) = (Tally::new(&alone), Tally::new(&together));
    alone.begin(&agreed(7, Some(limit)));
    run(alone, u64::MAX);
    let parts = (0..3).map(|index| {
        let shard = Shard::new(index, 3).expect("it is one of them");
        let plan = Agreed { shard, ..agreed(7, Some(limit)) };
        let words = words();
        let tally = Tally::new(&words);
        assert!(tally.begin(&plan));
        run(tally, 30);
        assert!(!tally.begin(&agreed(7, Some(limit))), "it is a shard's");
        assert!(tally.begin(&plan), "it goes on");
        run(tally, u64::MAX);
        assert_eq!(tally.tests(), shard.tests_of(limit, BLOCK));
        tally.part(3)
    });
    together.absorb(&Part::sum(parts.collect::<Vec<_>>(), 3));
    assert_eq!(together.counts(3).0, alone.counts(3).0);
    assert_eq!(together.sightings(3), alone.sightings(3));
    assert_eq!(together.coverage(), alone.coverage());
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
    assert!(tally.begin(&agreed(7, Some(200))));
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
    tally.begin(&agreed(7, None));
    let first = tally.next(0).unwrap();
    assert_eq!(tally.next(0), Some(first), "not finished, so it comes again");
    tally.finish(0, sighting(3, Ending::Died, first), &Exercised::default());
    assert_eq!(tally.next(0), Some(first + 1));
    assert!(!tally.begin(&agreed(8, None)), "another plan's words are refused");
}

#[test]
fn fewer_lanes_go_on_with_what_more_lanes_left() {
    let words = words();
    let tally = Tally::new(&words);
    tally.begin(&agreed(7, Some(200)));
    let mut seen = Vec::new();
    for lane in 0..3 {
        let index = tally.next(lane).unwrap();
        hold(tally, lane, index);
        seen.push(index);
    }
    for _ in 0..3 {
        assert!(tally.begin(&agreed(7, Some(200))), "the run was killed and goes on with one lane");
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
        tally.begin(&agreed(7, Some(3 * BLOCK)));
        let first = tally.next(0).unwrap();
        hold(tally, 0, first);
        tally.sheet.agenda.take(1);
        let third = tally.next(2).unwrap();
        assert_eq!(third, 2 * BLOCK);
        match restarted {
            true => tally.recover(1),
            false => assert!(tally.begin(&agreed(7, Some(3 * BLOCK)))),
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
    tally.begin(&agreed(7, None));
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
