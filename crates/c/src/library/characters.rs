//! The classes of `ctype.h`.

/// A class of characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are those of `ctype.h`")]
pub enum Class {
    Upper,
    Lower,
    Alpha,
    Digit,
    Xdigit,
    Space,
    Print,
    Graph,
    Blank,
    Cntrl,
    Punct,
    Alnum,
}

impl Class {
    /// Each class with its name and its bit in the tables of glibc, which its macros use.
    pub const ALL: [(Class, &'static str, i128); 12] = [
        (Class::Upper, "isupper", 1 << 8),
        (Class::Lower, "islower", 1 << 9),
        (Class::Alpha, "isalpha", 1 << 10),
        (Class::Digit, "isdigit", 1 << 11),
        (Class::Xdigit, "isxdigit", 1 << 12),
        (Class::Space, "isspace", 1 << 13),
        (Class::Print, "isprint", 1 << 14),
        (Class::Graph, "isgraph", 1 << 15),
        (Class::Blank, "isblank", 1),
        (Class::Cntrl, "iscntrl", 1 << 1),
        (Class::Punct, "ispunct", 1 << 2),
        (Class::Alnum, "isalnum", 1 << 3),
    ];

    /// The characters in it, in the C locale: first and last of each range, upwards.
    pub fn ranges(self) -> &'static [(i128, i128)] {
        match self {
            Class::Upper => &[(65, 90)],
            Class::Lower => &[(97, 122)],
            Class::Alpha => &[(65, 90), (97, 122)],
            Class::Digit => &[(48, 57)],
            Class::Xdigit => &[(48, 57), (65, 70), (97, 102)],
            Class::Space => &[(9, 13), (32, 32)],
            Class::Print => &[(32, 126)],
            Class::Graph => &[(33, 126)],
            Class::Blank => &[(9, 9), (32, 32)],
            Class::Cntrl => &[(0, 31), (127, 127)],
            Class::Punct => &[(33, 47), (58, 64), (91, 96), (123, 126)],
            Class::Alnum => &[(48, 57), (65, 90), (97, 122)],
        }
    }

    /// Whether a character is in it, in the C locale.
    pub fn contains(self, character: i128) -> bool {
        self.ranges().iter().any(|(first, last)| (*first..=*last).contains(&character))
    }

    pub(crate) fn of_mask(mask: i128) -> Option<Class> {
        Self::ALL.iter().find(|(_, _, bit)| *bit == mask).map(|(class, _, _)| *class)
    }
}

/// What functions of `ctype.h` can be asked about: C defines `EOF` and the values of `unsigned char`, and glibc
/// those of `signed char` too. In another locale the upper half may be in any class.
pub fn characters(own_locale: bool) -> (i128, i128) {
    if own_locale { (-1, 127) } else { (-128, 255) }
}
