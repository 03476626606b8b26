//! Where the checks stand in a program's text, so that a message can be traced to its check.

/// The places of the checks in a text: line and column of each marker, both from 1.
pub(super) struct Places(Vec<(u32, u32)>);

impl Places {
    /// The places where a marker stands, after the first `skip` bytes.
    pub(super) fn of(text: &str, skip: usize, marker: &str) -> Places {
        let mut places = Vec::new();
        let (mut line, mut start_of_line, mut seen) = (1, 0, 0);
        let skip = (skip..=text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len());
        for (at, _) in text[skip..].match_indices(marker) {
            let at = at + skip;
            for (newline, _) in text[seen..at].match_indices('\n') {
                line += 1;
                start_of_line = seen + newline + 1;
            }
            seen = at;
            places.push((line, (at - start_of_line) as u32 + 1));
        }
        Places(places)
    }

    /// How many checks there are.
    pub(super) fn count(&self) -> usize {
        self.0.len()
    }

    /// The checks that a message is about: with a column, the first marker of the line from there on,
    /// or else the last one before; without, all of the line.
    pub(super) fn at(&self, line: u32, column: Option<u32>) -> Vec<usize> {
        let of_line = || {
            let places = self.0.iter().enumerate();
            places.filter(move |(_, (of, _))| *of == line).map(|(index, (_, at))| (index, *at))
        };
        let Some(column) = column else { return of_line().map(|(index, _)| index).collect() };
        let after = of_line().find(|(_, at)| *at >= column);
        after.or_else(|| of_line().next_back()).map(|(index, _)| index).into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_find_their_checks() {
        let text = "void hit();\nif (a) hit(); if (b) hit();\n\n  if (c) hit();";
        let places = Places::of(text, 12, "hit()");
        assert_eq!(places.0, [(2, 8), (2, 22), (4, 10)]);
        assert_eq!(places.count(), 3);
        assert_eq!(places.at(2, Some(1)), [0]);
        assert_eq!(places.at(2, Some(8)), [0]);
        assert_eq!(places.at(2, Some(9)), [1]);
        assert_eq!(places.at(2, Some(99)), [1]);
        assert_eq!(places.at(2, None), [0, 1]);
        assert_eq!(places.at(3, Some(1)), [0; 0]);
    }
}
