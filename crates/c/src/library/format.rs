//! Formats of `printf` and `scanf`, as far as they say how many bytes are written and which arguments are used.

/// A part of a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// A byte as it is.
    Plain(u8),
    /// An assignment that is suppressed: nothing is stored.
    Nothing,
    /// A conversion.
    Conversion(Conversion),
}

/// `%-8.3ld`
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conversion {
    /// What is between the percent sign and the width.
    pub flags: String,
    /// How many characters are made at least; of `scanf`, at most.
    pub width: Option<u64>,
    /// What is behind the point.
    pub precision: Option<u64>,
    /// `hh`, `l` and the like; `m` of `scanf` too.
    pub size: String,
    /// The last letter; `[` for a set.
    pub letter: char,
}

/// The parts of a format; none if it takes widths from arguments or numbers them, or cannot be understood.
pub(super) fn pieces(text: &[u32], scan: bool) -> Option<Vec<Piece>> {
    // The elements are bytes, whatever characters they are parts of.
    let text: Option<Vec<char>> =
        text.iter().map(|unit| u8::try_from(*unit).ok().map(char::from)).collect();
    let text = text?;
    let end = text.iter().position(|c| *c == '\0')?;
    let mut rest = text[..end].iter().copied().peekable();
    let mut found = Vec::new();
    while let Some(first) = rest.next() {
        if first != '%' {
            found.push(Piece::Plain(u8::try_from(first).ok()?));
            continue;
        }
        let mut one = Conversion::default();
        while let Some(flag) = rest.next_if(|c| "-+ #0'*I".contains(*c)) {
            one.flags.push(flag);
        }
        one.width = number(&mut rest);
        if rest.next_if_eq(&'.').is_some() {
            if rest.peek() == Some(&'*') {
                return None;
            }
            one.precision = Some(number(&mut rest).unwrap_or(0));
        }
        let sizes = if scan { "hlLqjztm" } else { "hlLqjzt" };
        while let Some(size) = rest.next_if(|c| sizes.contains(*c)) {
            one.size.push(size);
        }
        one.letter = rest.next()?;
        if one.letter == '[' {
            // A bracket that comes first belongs to the set.
            let _ = rest.next_if_eq(&'^');
            let _ = rest.next_if_eq(&']');
            rest.find(|c| *c == ']')?;
        }
        match one.letter {
            '%' => found.push(Piece::Plain(b'%')),
            '$' => return None,
            // The text of `errno`, which is no argument.
            'm' if !scan => return None,
            // An assignment that is suppressed uses no argument; a width from an argument is not known.
            _ if one.flags.contains('*') && scan => found.push(Piece::Nothing),
            _ if one.flags.contains('*') => return None,
            _ => found.push(Piece::Conversion(one)),
        }
    }
    Some(found)
}

fn number(text: &mut std::iter::Peekable<impl Iterator<Item = char>>) -> Option<u64> {
    let mut value: Option<u64> = None;
    while let Some(digit) = text.next_if(char::is_ascii_digit) {
        let digit = u64::from(digit.to_digit(10)?);
        value = Some(value.unwrap_or(0).saturating_mul(10).saturating_add(digit));
    }
    value
}

impl Conversion {
    /// Whether its argument is a string of bytes that is read up to its end.
    pub(super) fn reads_string(&self) -> bool {
        self.letter == 's' && self.size.is_empty() && self.precision.is_none()
    }

    /// How many bytes `printf` makes of it, a string left out: at least and at most, if there is a bound.
    pub fn printed(&self) -> (u64, Option<u64>) {
        let width = self.width.unwrap_or(0);
        // glibc takes `L` of an integer for `ll`.
        let wide = !["", "h", "hh"].contains(&self.size.as_str());
        let precision = self.precision.unwrap_or(0);
        let digits = |narrow: u64, long: u64| (if wide { long } else { narrow }).max(precision);
        let (least, most) = match self.letter {
            // Digits and marks between them that depend on the language.
            _ if self.flags.contains(['\'', 'I']) => (0, None),
            'n' => (0, Some(0)),
            'd' | 'i' => (0, Some(digits(10, 19) + 1)),
            'u' => (0, Some(digits(10, 20))),
            'x' | 'X' => (0, Some(digits(8, 16) + 2)),
            'o' => (0, Some(digits(11, 22) + 1)),
            'c' if self.size.is_empty() => (1, Some(1)),
            // Of a string only what goes beyond its length.
            's' if self.reads_string() => (0, Some(0)),
            's' if self.size.is_empty() => (0, Some(precision)),
            'p' => (1, Some(20)),
            'f' | 'F' if self.size.is_empty() || self.size == "l" => {
                (1, Some(312 + self.precision.unwrap_or(6)))
            }
            'e' | 'E' | 'g' | 'G' if self.size.is_empty() || self.size == "l" => {
                (1, Some(10 + self.precision.unwrap_or(6)))
            }
            _ => (0, None),
        };
        let numeric = "diuxXocpfFeEgGaA".contains(self.letter) && self.precision != Some(0);
        let least = if numeric { least.max(1) } else { least };
        match self.letter {
            's' if self.reads_string() => (0, Some(width)),
            _ => (least.max(width), most.map(|most| most.max(width))),
        }
    }

    /// How many bytes `scanf` stores for it, if it stores characters: none in the second place if there is no bound.
    pub(super) fn scanned(&self) -> Option<Option<u64>> {
        match self.letter {
            _ if self.size.contains('m') || self.size.contains('l') => None,
            's' | '[' => Some(self.width.map(|width| width + 1)),
            'c' => Some(Some(self.width.unwrap_or(1))),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(format: &str) -> Vec<u32> {
        format.chars().chain(['\0']).map(u32::from).collect()
    }

    fn printed(format: &str) -> Option<(u64, Option<u64>)> {
        let pieces = pieces(&text(format), false)?;
        let sizes = pieces.iter().map(|piece| match piece {
            Piece::Plain(_) => (1, Some(1)),
            Piece::Nothing => (0, Some(0)),
            Piece::Conversion(conversion) => conversion.printed(),
        });
        Some(sizes.fold((0, Some(0)), |sum, one| {
            (sum.0 + one.0, sum.1.zip(one.1).map(|(sum, one)| sum + one))
        }))
    }

    #[test]
    fn printed_lengths_have_bounds() {
        assert_eq!(printed("ab%%"), Some((3, Some(3))));
        assert_eq!(printed("%d"), Some((1, Some(11))));
        assert_eq!(printed("%5ld|"), Some((6, Some(21))));
        assert_eq!(printed("%x%c"), Some((2, Some(11))));
        assert_eq!(printed("%Ld"), Some((1, Some(20))));
        assert_eq!(printed("%hhu"), Some((1, Some(10))));
        assert_eq!(printed("%.3s"), Some((0, Some(3))));
        assert_eq!(printed("%8s"), Some((0, Some(8))));
        assert_eq!(printed("%Lf"), Some((1, None)));
        assert_eq!(printed("%.0f"), Some((1, Some(312))));
        assert_eq!(printed("%n%ls"), Some((0, None)));
        assert_eq!(printed("%Id"), Some((1, None)));
        assert_eq!(printed("%m"), None);
        assert_eq!(printed("%*d"), None);
        assert_eq!(printed("%1$d"), None);
    }

    #[test]
    fn scanned_strings_need_a_width() {
        let scanned = |format: &str| {
            let pieces = pieces(&text(format), true)?;
            let conversions = pieces.into_iter().filter_map(|piece| match piece {
                Piece::Conversion(conversion) => Some(conversion.scanned()),
                Piece::Plain(_) | Piece::Nothing => None,
            });
            Some(conversions.collect::<Vec<_>>())
        };
        assert_eq!(scanned("%d %s"), Some(vec![None, Some(None)]));
        assert_eq!(scanned("%3s%*s%[^]]"), Some(vec![Some(Some(4)), Some(None)]));
        assert_eq!(scanned("%4c%ms"), Some(vec![Some(Some(4)), None]));
    }
}
