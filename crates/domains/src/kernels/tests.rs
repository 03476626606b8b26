//! Kernels against the textbook in exact rationals, on all levels that the processor has.

use soundline_lattice::Choices;

use super::*;
use crate::numbers::{Rat, round};

const SPECIAL: [f64; 14] = [
    9007199254740991.0,
    9007199254740992.0,
    9007199254740994.0,
    -9007199254740993.0,
    9.223_372_036_854_776e18,
    -9.223_372_036_854_776e18,
    f64::MAX,
    f64::MIN,
    f64::MAX / 2.0,
    5e-324,
    -5e-324,
    0.1,
    -0.3,
    1e300,
];

fn bound(choices: &mut Choices, kind: u64) -> f64 {
    match kind {
        _ if choices.once_in(2) => f64::INFINITY,
        0 => choices.int(-3, 40) as f64,
        1 => choices.int(-100, 900) as f64 / 7.0,
        2 => choices.int(-(1 << 54), 1 << 56) as f64,
        _ => choices.pick(&SPECIAL),
    }
}

fn random_matrix(choices: &mut Choices, rows: Rows, kind: u64) -> Cells {
    let mut cells = Cells::top(rows);
    for (i, j) in rows.entries().filter(|(i, j)| i != j) {
        cells[rows.index(i, j)] = bound(choices, kind);
    }
    cells
}

type Full = Vec<Vec<Option<Rat>>>;

fn to_full(cells: &[f64], rows: Rows) -> Full {
    let nodes = rows.nodes();
    (0..nodes)
        .map(|i| (0..nodes).map(|j| Rat::from_f64(cells[rows.index(i, j)])).collect())
        .collect()
}

/// Floyd and Warshall, then strengthening for octagons; `None` for a negative cycle.
fn textbook(mut full: Full, half: bool) -> Option<Full> {
    let nodes = full.len();
    let lower = |entry: &mut Option<Rat>, bound: Rat| {
        if entry.as_ref().is_none_or(|own| bound < *own) {
            *entry = Some(bound);
        }
    };
    for k in 0..nodes {
        for i in 0..nodes {
            for j in 0..nodes {
                if let (Some(a), Some(b)) = (&full[i][k], &full[k][j]) {
                    let sum = a + b;
                    lower(&mut full[i][j], sum);
                }
            }
        }
        if (0..nodes).any(|i| full[i][i].as_ref().is_some_and(Rat::is_negative)) {
            return None;
        }
    }
    for i in 0..if half { nodes } else { 0 } {
        for j in 0..nodes {
            if let (Some(a), Some(b)) = (&full[i][i ^ 1], &full[j ^ 1][j]) {
                let middle = a.midpoint(b);
                lower(&mut full[i][j], middle);
            }
        }
    }
    Some(full)
}

fn closed(level: Level, adding: Adding, cells: &Cells, rows: Rows) -> Option<Cells> {
    let mut cells = cells.clone();
    if !close(level, adding, &mut cells, rows) {
        return None;
    }
    if rows.is_half() {
        strengthen(level, adding, &mut cells, rows);
    }
    clear_padding(&mut cells, rows);
    Some(cells)
}

fn shapes(choices: &mut Choices) -> Rows {
    let n = choices.int(0, 7) as usize;
    if choices.flip() { Rows::half(2 * n) } else { Rows::full(n + 1) }
}

/// So many cases, and few under Miri, which is slow and looks at each access to memory.
fn cases(most: u64) -> u64 {
    if cfg!(miri) { most / 200 } else { most }
}

/// How many of the cases should be of a kind at least.
fn enough(least: u64) -> u64 {
    if cfg!(miri) { 0 } else { least }
}

#[test]
fn closure_is_exact_on_the_grid_and_sound_elsewhere() {
    let mut choices = Choices::random(3);
    let (mut exact, mut empty) = (0, 0);
    for case in 0..cases(4000) {
        let rows = shapes(&mut choices);
        let cells = random_matrix(&mut choices, rows, case % 4);
        let expected = textbook(to_full(&cells, rows), rows.is_half());
        for level in Level::available() {
            if exact_grid(level, &cells, rows, 1) {
                let found = closed(level, Adding::Plain, &cells, rows);
                assert_eq!(found.map(|cells| to_full(&cells, rows)), expected, "{level:?}");
                exact += 1;
            }
            match (closed(level, Adding::Up, &cells, rows), &expected) {
                (None, None) => empty += 1,
                (None, Some(_)) => panic!("{level:?} lost all points"),
                // Rounding may hide that there is no point.
                (Some(_), None) => {}
                (Some(found), Some(full)) => {
                    let found = to_full(&found, rows);
                    let entries = found.iter().flatten().zip(full.iter().flatten());
                    for (found, least) in entries {
                        let sound = found
                            .as_ref()
                            .is_none_or(|found| least.as_ref().is_some_and(|least| found >= least));
                        assert!(sound, "{level:?}: {found:?} {least:?}");
                    }
                }
            }
        }
    }
    assert!(exact > enough(1000) && empty > enough(100), "{exact} {empty}");
}

#[test]
fn levels_agree() {
    let mut choices = Choices::random(4);
    for case in 0..cases(3000) {
        let rows = shapes(&mut choices);
        // Near f64::MAX, TwoSum may raise a sum that is exact.
        let cells = random_matrix(&mut choices, rows, case % 3);
        let results: Vec<_> = Level::available()
            .iter()
            .map(|level| closed(*level, Adding::Up, &cells, rows).map(|cells| cells.to_vec()))
            .collect();
        assert!(results.windows(2).all(|pair| pair[0] == pair[1]), "{results:?}");
    }
}

#[test]
fn one_constraint_is_as_good_as_full_closure() {
    let mut choices = Choices::random(5);
    let mut compared = 0;
    for _ in 0..cases(6000) {
        let rows = shapes(&mut choices);
        if rows.nodes() < 2 {
            continue;
        }
        let cells = random_matrix(&mut choices, rows, 0);
        for level in Level::available() {
            let Some(mut start) = closed(level, Adding::Plain, &cells, rows) else { break };
            let (i, j) = (choices.index(rows.nodes()), choices.index(rows.nodes()));
            let bound = choices.int(-20, 20) as f64;
            if i == j || !exact_grid(level, &start, rows, 1) {
                break;
            }
            let mut whole = start.clone();
            let place = rows.index(i, j);
            whole[place] = whole[place].min(bound);
            let whole = closed(level, Adding::Plain, &whole, rows);
            if !add_constraint(level, Adding::Plain, &mut start, rows, (i, j), bound) {
                assert!(whole.is_none());
                continue;
            }
            if rows.is_half() {
                strengthen(level, Adding::Plain, &mut start, rows);
            }
            clear_padding(&mut start, rows);
            assert_eq!(Some(start.to_vec()), whole.map(|cells| cells.to_vec()));
            compared += 1;
        }
    }
    assert!(compared > enough(1000), "{compared}");
}

#[test]
fn one_node_is_as_good_as_full_closure() {
    let mut choices = Choices::random(6);
    let mut compared = 0;
    for _ in 0..cases(8000) {
        let rows = shapes(&mut choices);
        if rows.nodes() < 2 {
            continue;
        }
        let cells = random_matrix(&mut choices, rows, 0);
        let node = choices.index(rows.nodes());
        let twin = if rows.is_half() { node ^ 1 } else { node };
        for level in Level::available() {
            let Some(mut start) = closed(level, Adding::Plain, &cells, rows) else { break };
            for (i, j) in rows.entries().filter(|(i, j)| i != j) {
                if [i, j].iter().any(|k| *k == node || *k == twin) {
                    let fresh = choices.once_in(2);
                    start[rows.index(i, j)] =
                        if fresh { choices.int(-5, 30) as f64 } else { f64::INFINITY };
                }
            }
            let whole = closed(level, Adding::Plain, &start, rows);
            if !close_node(level, Adding::Plain, &mut start, rows, node) {
                assert!(whole.is_none());
                continue;
            }
            if rows.is_half() {
                strengthen(level, Adding::Plain, &mut start, rows);
            }
            clear_padding(&mut start, rows);
            assert_eq!(Some(start.to_vec()), whole.map(|cells| cells.to_vec()), "{node}");
            compared += 1;
        }
    }
    assert!(compared > enough(1000), "{compared}");
}

#[test]
fn comparisons_leave_out_the_entries_of_a_node() {
    let mut choices = Choices::random(7);
    let mut below = [0, 0];
    for _ in 0..cases(6000) {
        let rows = shapes(&mut choices);
        if rows.nodes() == 0 {
            continue;
        }
        let a = random_matrix(&mut choices, rows, 0);
        let mut b = a.clone();
        let (node, changed) = (choices.index(rows.nodes()), choices.index(rows.nodes()));
        for (i, j) in rows.entries().filter(|(i, j)| *i == changed || *j == changed) {
            b[rows.index(i, j)] = bound(&mut choices, 0);
        }
        let of_node = |k: usize| k == node || (rows.is_half() && k == node ^ 1);
        let expected = rows
            .entries()
            .filter(|(i, j)| !of_node(*i) && !of_node(*j))
            .all(|(i, j)| a[rows.index(i, j)] <= b[rows.index(i, j)]);
        for level in Level::available() {
            let answer = all_leq_moved(level, &a, &b, rows, node, Steps::LOST);
            assert_eq!(answer, expected, "{level:?} {node}");
        }
        below[usize::from(expected)] += 1;
    }
    assert!(below.iter().all(|found| *found > enough(1000)), "{below:?}");
}

#[test]
fn comparisons_with_a_node_that_moved_are_those_with_a_moved_copy() {
    let mut choices = Choices::random(8);
    let mut below = [0, 0];
    for _ in 0..cases(6000) {
        let rows = shapes(&mut choices);
        if rows.nodes() == 0 {
            continue;
        }
        let kind = choices.index(4) as u64;
        let b = random_matrix(&mut choices, rows, kind);
        let node = choices.index(rows.nodes());
        // Sums are rounded.
        let step = choices.pick(&[3.0, -7.0, 0.0, 0.1, -1e300]);
        let steps = Steps::new([-2.0 * step, -step, step, 2.0 * step]);
        let weight = |k: usize| match k {
            _ if k == node => 1,
            _ if rows.is_half() && k == node ^ 1 => -1,
            _ => 0,
        };
        // An entry bounds the second node minus the first.
        let mut moved = b.clone();
        for (i, j) in rows.entries().filter(|(i, j)| i != j && weight(*j) != weight(*i)) {
            let entry = &mut moved[rows.index(i, j)];
            *entry = round::add_up(*entry, steps.times(weight(j) - weight(i)));
        }
        let mut a = moved.clone();
        let (i, j) = (choices.index(rows.nodes()), choices.index(rows.nodes()));
        if choices.once_in(2) && i != j {
            let entry = &mut a[rows.index(i, j)];
            *entry = entry.next_up();
        }
        let entries = || rows.entries().map(|(i, j)| rows.index(i, j));
        let expected = entries().all(|entry| a[entry] <= moved[entry]);
        for level in Level::available() {
            let answer = all_leq_moved(level, &a, &b, rows, node, steps);
            assert_eq!(answer, expected, "{level:?} {rows:?} {node} by {step}");
        }
        below[usize::from(expected)] += 1;
    }
    assert!(below.iter().all(|found| *found > enough(1000)), "{below:?}");
}

#[test]
fn comparisons_with_the_larger_entries_need_no_copy_of_them() {
    let mut choices = Choices::random(9);
    let mut below = [0, 0];
    for _ in 0..300 {
        let rows = shapes(&mut choices);
        let (b, c) = (random_matrix(&mut choices, rows, 0), random_matrix(&mut choices, rows, 0));
        for level in Level::available() {
            let mut a = Cells::build(b.len(), |out| max_of(level, &b, &c, out));
            assert!(all_leq_max(level, &a, &b, &c), "{level:?} {rows:?}");
            // One entry more or less decides, wherever it is.
            for (i, j) in rows.entries() {
                let (entry, above) = (rows.index(i, j), choices.once_in(2));
                let kept = a[entry];
                a[entry] = if above { kept.next_up() } else { kept.next_down() };
                let expected = a[entry] <= kept;
                assert_eq!(all_leq_max(level, &a, &b, &c), expected, "{level:?} {rows:?}");
                a[entry] = kept;
                below[usize::from(expected)] += 1;
            }
        }
    }
    assert!(below.iter().all(|cases| *cases > 1000), "{below:?}");
}
