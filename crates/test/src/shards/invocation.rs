//! The command of which a shard is a part: what was typed, without what may differ between shards.

/// Options that change nothing about the results, and whether a value follows.
const INDIFFERENT: [(&str, bool); 18] = [
    ("--shard", true),
    ("--out", true),
    ("--jobs", true),
    ("--fresh", false),
    ("--json", false),
    ("--quiet", false),
    ("-q", false),
    ("--verbose", false),
    ("-v", false),
    ("--on", true),
    ("--shards", true),
    ("--rounds", true),
    ("--partition", true),
    ("--time-per-shard", true),
    ("--mem-per-shard", true),
    ("--after", true),
    ("--sbatch", true),
    ("--dry-run", false),
];

/// The command line of this process, as all shards of a campaign have it.
pub fn invocation() -> Vec<String> {
    let words = std::env::args_os().skip(1);
    common(words.map(|word| word.to_string_lossy().into_owned()))
}

/// The same without some options more, each of which has a value.
pub fn invocation_without(options: &[&str]) -> Vec<String> {
    let more: Vec<(&str, bool)> = options.iter().map(|option| (*option, true)).collect();
    without(invocation().into_iter(), &more)
}

fn common(words: impl Iterator<Item = String>) -> Vec<String> {
    without(words, &INDIFFERENT)
}

fn without(mut words: impl Iterator<Item = String>, options: &[(&str, bool)]) -> Vec<String> {
    let mut kept = Vec::new();
    while let Some(word) = words.next() {
        let name = word.split_once('=').map_or(word.as_str(), |(name, _)| name);
        match options.iter().find(|(known, _)| *known == name) {
            Some((_, true)) if name == word => drop(words.next()),
            Some(_) => {}
            None => kept.push(word),
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_differ_in_nothing_that_matters() {
        let of = |line: &str| common(line.split(' ').map(str::to_string)).join(" ");
        let line = "test boxes:int --shard 3/8 --budget 100 --out=parts/3 -q --jobs 4 --seed=7";
        assert_eq!(of(line), "test boxes:int --budget 100 --seed=7");
    }
}
