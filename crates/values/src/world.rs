//! A domain under test with what is known about its elements.

use soundline_targets::values::{Application, Elem, Operand, Operator, ValueFault, ValueMachine};

use crate::pulse::Pulse;
use crate::universe::{Meanings, Universe};
use crate::words::{WIDEST, Words};

/// A machine, and the elements of each width as far as they were looked at.
pub struct World {
    /// The domain.
    pub machine: Box<dyn ValueMachine>,
    /// Where the worker says what it does.
    pub pulse: Pulse,
    /// By width.
    meanings: Vec<Option<Meanings>>,
    /// By width, and `None` inside for one whose elements cannot be listed.
    universes: Vec<Option<Option<Universe>>>,
}

impl World {
    /// Nothing is known yet.
    pub fn new(machine: Box<dyn ValueMachine>, pulse: Pulse) -> World {
        let meanings = (0..=WIDEST).map(|_| None).collect();
        let universes = (0..=WIDEST).map(|_| None).collect();
        World { machine, pulse, meanings, universes }
    }

    /// The words in an element of at most eight bits.
    #[inline]
    pub fn words(&mut self, width: u32, elem: Elem) -> Result<Words, ValueFault> {
        let meanings = &mut self.meanings[width as usize];
        meanings.get_or_insert_with(|| Meanings::new(width)).of(&mut *self.machine, elem)
    }

    /// All elements of a width, if they can be listed.
    pub fn universe(&mut self, width: u32) -> Result<Option<&mut Universe>, ValueFault> {
        if width > WIDEST {
            return Ok(None);
        }
        let place = width as usize;
        if self.universes[place].is_none() {
            let meanings = self.meanings[place].get_or_insert_with(|| Meanings::new(width));
            self.universes[place] = Some(Universe::list(&mut *self.machine, meanings)?);
        }
        Ok(self.universes[place].as_mut().and_then(Option::as_mut))
    }

    /// The element with the fewest words that covers a set, which is not empty; `None` if nobody can tell.
    pub fn cover(&mut self, width: u32, set: &Words) -> Result<Option<(Elem, Words)>, ValueFault> {
        if let Some(universe) = self.universe(width)? {
            let place = universe.cover(set);
            return Ok(Some(universe.elements[place]));
        }
        if !self.machine.declaration().has_best {
            return Ok(None);
        }
        let best = self.machine.best(width, &set.iter().collect::<Vec<u64>>())?;
        Ok(Some((best, self.words(width, best)?)))
    }

    /// The operator of an application.
    pub fn operator(&self, application: &Application) -> &Operator {
        &self.machine.declaration().operators[application.operator]
    }

    /// One result.
    pub fn apply(&mut self, to: &Application, operands: &[Operand]) -> Result<Elem, ValueFault> {
        let mut results = Vec::with_capacity(1);
        self.machine.apply(to, operands, &|_| (), &mut results)?;
        Ok(results[0])
    }

    /// An element as text.
    pub fn show(&mut self, width: u32, elem: Elem) -> Result<String, ValueFault> {
        if let Some(text) = self.machine.show(width, elem)? {
            return Ok(text);
        }
        Ok(match width <= WIDEST {
            true => {
                let words = self.words(width, elem)?;
                let words: Vec<String> = words.iter().map(|word| word.to_string()).collect();
                format!("{{{}}}", words.join(", "))
            }
            false => format!("element {}", elem.0),
        })
    }

    /// An operand as text.
    pub fn show_operand(&mut self, width: u32, operand: Operand) -> Result<String, ValueFault> {
        match operand {
            Operand::Element(elem) => self.show(width, elem),
            Operand::Bit(elem) => self.show(1, elem),
            Operand::Word(word) => Ok(word.to_string()),
        }
    }

    /// Notes on a call: its operands and, if it is known, its result.
    pub fn notes(
        &mut self,
        application: &Application,
        operands: &[Operand],
        result: Option<Elem>,
    ) -> Result<Vec<(String, String)>, ValueFault> {
        let mut notes = Vec::new();
        for (place, operand) in operands.iter().enumerate() {
            notes.push((letter(place), self.show_operand(application.width, *operand)?));
        }
        if let Some(result) = result {
            let name = self.operator(application).name.clone();
            let letters: Vec<String> = (0..operands.len()).map(letter).collect();
            let shown = self.show(application.result_width, result)?;
            notes.push((format!("{name}({})", letters.join(", ")), shown));
        }
        Ok(notes)
    }
}

/// What operands are called.
fn letter(place: usize) -> String {
    char::from(b'a' + place as u8).to_string()
}

/// The label of a concrete call.
pub fn concrete_call(name: &str, words: &[u64]) -> String {
    let words: Vec<String> = words.iter().map(u64::to_string).collect();
    format!("concrete {name}({})", words.join(", "))
}
