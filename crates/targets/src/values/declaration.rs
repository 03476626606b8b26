//! What a value domain says about itself: widths, operators and claims, checked before anything is called.

use std::fmt;

/// What an operand of an operator is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An element of the width.
    Element,
    /// An element of width 1.
    Bit,
    /// Any word.
    Constant,
    /// A larger width, which is that of the result.
    Wider,
    /// A smaller width, which is that of the result.
    Narrower,
}

impl Kind {
    fn of_letter(letter: char) -> Option<Kind> {
        Some(match letter {
            'e' => Kind::Element,
            'b' => Kind::Bit,
            'c' => Kind::Constant,
            '>' => Kind::Wider,
            '<' => Kind::Narrower,
            _ => return None,
        })
    }

    /// Is it a width?
    pub fn is_width(self) -> bool {
        matches!(self, Kind::Wider | Kind::Narrower)
    }

    /// Is it an element?
    pub fn is_element(self) -> bool {
        matches!(self, Kind::Element | Kind::Bit)
    }
}

/// What an operator may claim beside soundness.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// Larger operands give larger results.
    Monotone,
    /// No element with fewer words covers the results.
    Optimal,
    /// The first two operands can be exchanged.
    Commutative,
    /// The result may be written over the first operand.
    InPlace,
    /// An empty operand gives an empty result.
    Strict,
}

impl Claim {
    /// All of them, in the order of their bits in the C interface.
    pub const ALL: [Claim; 5] =
        [Claim::Monotone, Claim::Optimal, Claim::Commutative, Claim::InPlace, Claim::Strict];

    /// Its bit in the C interface.
    pub(super) fn bit(self) -> u32 {
        1 << self as u32
    }

    /// The claim in a word.
    pub fn name(self) -> &'static str {
        match self {
            Claim::Monotone => "monotone",
            Claim::Optimal => "optimal",
            Claim::Commutative => "commutative",
            Claim::InPlace => "in-place",
            Claim::Strict => "strict",
        }
    }
}

/// An operator on elements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operator {
    /// Its name.
    pub name: String,
    /// What it takes, from one to four operands.
    pub operands: Vec<Kind>,
    /// What it claims.
    pub claims: Vec<Claim>,
    /// The width of the result where it is fixed.
    pub result_width: Option<u32>,
}

impl Operator {
    /// An operator whose operands are given as letters.
    pub fn new(
        name: &str,
        letters: &str,
        claims: Vec<Claim>,
        result_width: u32,
    ) -> Result<Operator, String> {
        let wrong = |what: String| Err(format!("operator {name}: {what}"));
        let mut operands = Vec::new();
        for letter in letters.chars() {
            match Kind::of_letter(letter) {
                Some(kind) => operands.push(kind),
                None => {
                    return wrong(format!("{letter:?} is not a kind of operand (e, b, c, > or <)"));
                }
            }
        }
        if !(1..=Operator::MOST_OPERANDS).contains(&operands.len()) {
            return wrong(format!("it has {} operands; from 1 to 4 are possible", operands.len()));
        }
        let widths = operands.iter().filter(|kind| kind.is_width()).count();
        if widths > 1 || (widths == 1 && result_width != 0) {
            return wrong("the width of its result is given twice".into());
        }
        if result_width > 64 {
            return wrong(format!("its results have {result_width} bits; at most 64 are possible"));
        }
        if !operands.iter().any(|kind| kind.is_element()) {
            return wrong("none of its operands is an element".into());
        }
        let commutes = operands.len() > 1 && operands[0] == operands[1] && operands[0].is_element();
        if claims.contains(&Claim::Commutative) && !commutes {
            return wrong("it claims to be commutative, but has no two elements in front".into());
        }
        if claims.contains(&Claim::InPlace) && !operands[0].is_element() {
            return wrong(
                "it claims to work in place, but its first operand is not an element".into(),
            );
        }
        let result_width = (result_width > 0).then_some(result_width);
        Ok(Operator { name: name.into(), operands, claims, result_width })
    }

    /// An operator takes at most so many operands.
    pub const MOST_OPERANDS: usize = 4;

    /// Does it claim this?
    pub fn claims(&self, claim: Claim) -> bool {
        self.claims.contains(&claim)
    }

    /// The operand that is a width, if one is.
    pub fn width_operand(&self) -> Option<Kind> {
        self.operands.iter().copied().find(|kind| kind.is_width())
    }
}

/// What a value domain says about itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Declaration {
    /// Its name.
    pub name: String,
    /// A sentence, which may be empty.
    pub about: String,
    /// The widths to check, ascending.
    pub widths: Vec<u32>,
    /// Is there an empty element?
    pub has_bottom: bool,
    /// Is there a widening?
    pub has_widening: bool,
    /// Is there a narrowing?
    pub has_narrowing: bool,
    /// Is there a best abstraction of words?
    pub has_best: bool,
    /// Can elements be listed?
    pub has_list: bool,
    /// Laws that are not promised, with the reason.
    pub exempt: Vec<(String, String)>,
    /// The operators.
    pub operators: Vec<Operator>,
}

impl Declaration {
    /// The same, or what is wrong with it.
    pub fn checked(mut self) -> Result<Declaration, String> {
        if self.widths.is_empty() {
            return Err("it declares no widths".into());
        }
        if let Some(width) = self.widths.iter().find(|width| !(1..=64).contains(*width)) {
            return Err(format!("it declares the width {width}; widths are from 1 to 64"));
        }
        self.widths.sort_unstable();
        self.widths.dedup();
        if !self.has_best && !self.has_list {
            return Err("it has neither `best` nor `count` and `element`, so that there are no \
                        elements to check"
                .into());
        }
        for (index, operator) in self.operators.iter().enumerate() {
            if self.operators[..index].iter().any(|other| other.name == operator.name) {
                return Err(format!("it has two operators called {}", operator.name));
            }
        }
        Ok(self)
    }

    /// An exemption from a line "LAW: REASON".
    pub fn exemption(line: &str) -> Result<(String, String), String> {
        match line.split_once(':') {
            Some((law, reason)) if !reason.trim().is_empty() => {
                Ok((law.trim().into(), reason.trim().into()))
            }
            _ => Err(format!("the exemption {line:?} does not read LAW: REASON")),
        }
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(letters: &str, claims: &[Claim], result_width: u32) -> String {
        Operator::new("f", letters, claims.to_vec(), result_width).expect_err(letters)
    }

    #[test]
    fn operators_that_make_no_sense_are_named() {
        assert!(Operator::new("f", "ee", vec![Claim::Commutative], 1).is_ok());
        assert!(Operator::new("f", "eb>", vec![], 0).is_ok());
        assert!(fault("ex", &[], 0).contains("'x' is not a kind of operand"));
        assert!(fault("", &[], 0).contains("0 operands"));
        assert!(fault("eeeee", &[], 0).contains("5 operands"));
        assert!(fault("e><", &[], 0).contains("given twice"));
        assert!(fault("e>", &[], 1).contains("given twice"));
        assert!(fault("e", &[], 65).contains("65 bits"));
        assert!(fault("cc", &[], 0).contains("none of its operands"));
        assert!(fault("ec", &[Claim::Commutative], 0).contains("no two elements"));
        assert!(fault("ce", &[Claim::InPlace], 0).contains("first operand is not an element"));
    }

    #[test]
    fn declarations_need_widths_and_elements() {
        let with_widths = |widths: &[u32]| Declaration {
            widths: widths.to_vec(),
            has_best: true,
            ..Declaration::default()
        };
        assert_eq!(with_widths(&[8, 4, 8]).checked().expect("it is fine").widths, [4, 8]);
        assert!(with_widths(&[]).checked().is_err_and(|fault| fault.contains("no widths")));
        assert!(with_widths(&[65]).checked().is_err_and(|fault| fault.contains("width 65")));
        let without = Declaration { widths: vec![4], ..Declaration::default() };
        assert!(without.checked().is_err_and(|fault| fault.contains("neither `best`")));
        let twice = Operator::new("f", "e", vec![], 0).expect("it is fine");
        let twice = Declaration { operators: vec![twice.clone(), twice], ..with_widths(&[4]) };
        assert!(twice.checked().is_err_and(|fault| fault.contains("two operators called f")));
    }
}
