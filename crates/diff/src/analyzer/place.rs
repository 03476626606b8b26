//! Where the checks stand in a program's text, so that a message can be traced to its check.

/// The places of the checks in a text: line and column of each marker, both from 1, columns in bytes.
pub(super) struct Places {
    markers: Vec<(u32, u32)>,
    /// How wide a marker is.
    width: u32,
}

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
        Places { markers: places, width: marker.len() as u32 }
    }

    /// How many checks there are.
    pub(super) fn count(&self) -> usize {
        self.markers.len()
    }

    /// The check that a message is about: its marker begins or ends exactly there. What is said of an expression around
    /// the check, or inside it, is not said of the check.
    pub(super) fn at(&self, line: u32, column: u32) -> Option<usize> {
        let is_there =
            |(of, at): &(u32, u32)| *of == line && (*at == column || *at + self.width == column);
        self.markers.iter().position(is_there)
    }

    /// The checks of a line.
    pub(super) fn on(&self, line: u32) -> Vec<usize> {
        let places = self.markers.iter().enumerate();
        places.filter(|(_, (of, _))| *of == line).map(|(index, _)| index).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_find_their_checks() {
        let text = "void hit();\nif (a) hit(); if (b) hit();\n\n  if (c) hit();";
        let places = Places::of(text, 12, "hit()");
        assert_eq!(places.markers, [(2, 8), (2, 22), (4, 10)]);
        assert_eq!(places.count(), 3);
        assert_eq!((places.at(2, 8), places.at(2, 13)), (Some(0), Some(0)));
        assert_eq!((places.at(2, 22), places.at(4, 15)), (Some(1), Some(2)));
        for (line, column) in [(2, 1), (2, 7), (2, 9), (2, 14), (2, 99), (3, 8), (1, 8)] {
            assert_eq!(places.at(line, column), None, "{line}:{column}");
        }
        assert_eq!((places.on(2), places.on(3)), (vec![0, 1], vec![]));
    }
}
