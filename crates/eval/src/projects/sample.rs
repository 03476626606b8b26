//! Roots drawn by a seed, to be read against the source.

use super::measure::{Figures, Root};

/// So many of them, in the order of the project.
pub fn text(figures: &Figures, most: usize, seed: u64) -> String {
    let mut drawn: Vec<(u64, usize)> = figures
        .roots
        .iter()
        .enumerate()
        .map(|(place, root)| (lot(root, place, seed), place))
        .collect();
    drawn.sort_unstable();
    drawn.truncate(most);
    drawn.sort_unstable_by_key(|(_, place)| *place);
    let line = |(_, place): &(u64, usize)| {
        let Root { place, column, kind, function, text, why, origin } = &figures.roots[*place];
        format!("{place}:{column} {kind} `{text}` in {function}: {why} ({origin})\n")
    };
    let lines: String = drawn.iter().map(line).collect();
    let all = figures.roots.len();
    format!("\n{}: {} of {all} roots, seed {seed}\n{lines}", figures.project, drawn.len())
}

/// A number that depends on the root and the seed (FNV).
fn lot(root: &Root, place: usize, seed: u64) -> u64 {
    let number = place.to_string();
    let words = [root.place.as_str(), &root.text, &root.kind, &number];
    let bytes = words.iter().flat_map(|word| word.bytes().chain([0])).chain(seed.to_le_bytes());
    let hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    hash ^ (hash >> 29)
}
