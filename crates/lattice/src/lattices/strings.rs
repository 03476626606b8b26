//! Constant strings with concatenation, the first example of the LCheck paper (STVR 2017, Sect. 3).

use super::flat::{FlatElem, above, below};
use crate::{
    Abstraction, Answer, Choices, Concrete, Generate, Lattice, Suite, Widening, any_string,
    signature,
};
use FlatElem::{Bot, Const, Top};

/// The flat lattice of strings: ⊥, one string, ⊤.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Strings;

/// No string, one string, or any string.
type Elem = FlatElem<String>;

impl Strings {
    /// Concatenation: strict, and ⊤ when one side is unknown.
    pub fn concat(&self, a: &Elem, b: &Elem) -> Elem {
        a.combine(b, |x, y| Some(joined(x, y)))
    }

    /// All laws that strings should satisfy, and concatenation.
    pub fn suite() -> Suite<Strings> {
        Suite::new("strings", Strings)
            .widening()
            .concretisation()
            .equality()
            .hashing()
            .ordering()
            .binary("concat", |l, a, b| l.concat(a, b))
            .operator(signature!("concat" = |a, b| Strings.concat(a, b);
                Strings -<!~%-> Strings -<!~%-> Strings; best |x, y| Some(joined(x, y))))
    }
}

fn joined(x: &str, y: &str) -> String {
    [x, y].concat()
}

impl Lattice for Strings {
    type Elem = Elem;

    fn bottom(&self) -> Elem {
        Bot
    }

    fn top(&self) -> Option<Elem> {
        Some(Top)
    }

    fn leq(&self, a: &Elem, b: &Elem) -> Answer {
        a.leq(b)
    }

    fn equal(&self, a: &Elem, b: &Elem) -> Answer {
        (a == b).into()
    }

    fn join(&self, a: &Elem, b: &Elem) -> Elem {
        a.join(b)
    }

    fn meet(&self, a: &Elem, b: &Elem) -> Elem {
        a.meet(b)
    }

    fn show(&self, a: &Elem) -> String {
        a.show()
    }
}

impl Generate for Strings {
    fn arbitrary(&self, choices: &mut Choices) -> Elem {
        match choices.draw(3) {
            0 => Bot,
            1 => Top,
            _ => Const(any_string(choices)),
        }
    }

    fn below(&self, a: &Elem, choices: &mut Choices) -> Elem {
        below(a, choices, |choices| self.arbitrary(choices))
    }

    fn above(&self, a: &Elem, choices: &mut Choices) -> Elem {
        above(a, choices, |choices| self.arbitrary(choices))
    }

    /// The same characters in another allocation, of another capacity: an operator that compares
    /// strings by identity is found out.
    fn equal_to(&self, a: &Elem, choices: &mut Choices) -> Elem {
        let Const(text) = a else { return a.clone() };
        let mut copy = String::with_capacity(text.len() + choices.index(32));
        copy.push_str(text);
        Const(copy)
    }
}

impl Widening for Strings {
    /// Chains have at most three elements: joining converges.
    fn widen(&self, a: &Elem, b: &Elem) -> Elem {
        a.join(b)
    }
}

impl Concrete for Strings {
    type Value = String;

    fn contains(&self, a: &Elem, value: &String) -> bool {
        match a {
            Bot => false,
            Const(text) => text == value,
            Top => true,
        }
    }

    fn member(&self, a: &Elem, choices: &mut Choices) -> Option<String> {
        match a {
            Bot => None,
            Const(text) => Some(text.clone()),
            Top => Some(any_string(choices)),
        }
    }

    fn members(&self, a: &Elem) -> Option<Vec<String>> {
        match a {
            Bot => Some(vec![]),
            Const(text) => Some(vec![text.clone()]),
            Top => None,
        }
    }
}

impl Abstraction for Strings {
    fn abstraction(&self, value: &String) -> Elem {
        Const(value.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_results() {
        let text = |text: &str| Const(text.to_string());
        assert_eq!(Strings.concat(&text("ab"), &text("c")), text("abc"));
        assert_eq!(Strings.concat(&Top, &Bot), Bot);
        assert_eq!(Strings.concat(&Top, &text("c")), Top);
    }
}
