//! What a call of a library function uses of what its arguments point to.

use super::{
    Bytes, Model,
    format::{Conversion, Piece, pieces},
};
use crate::{Base, Extent, Place, Step, Storage, Types, Value, ValueKind, Variable};

/// Bytes that a call uses.
#[derive(Clone, Debug)]
pub struct Touched {
    /// Points to them.
    pub pointer: Value,
    /// How many.
    pub extent: Extent,
    /// Whether they are written.
    pub write: bool,
}

/// A part of what `printf` makes.
#[derive(Clone, Debug)]
pub enum Printed {
    /// A byte of the format.
    Byte(u8),
    /// What becomes of an argument, if it is known which one.
    Converted(Conversion, Option<Value>),
}

/// So many at least, and nobody knows how many more.
fn at_least(least: u64) -> Extent {
    Extent::Text { strings: Vec::new(), least, most: None, up_to: None }
}

fn exactly(bytes: u64) -> Extent {
    Extent::Text { strings: Vec::new(), least: bytes, most: Some(bytes), up_to: None }
}

impl Model {
    /// The bytes that a call with these arguments uses.
    pub fn touched(
        &self,
        arguments: &[Value],
        types: &Types,
        variables: &[Variable],
    ) -> Vec<Touched> {
        let mut found = Vec::new();
        let is_pointer = |value: &Value| types.pointee(value.ty).is_some();
        for touch in self.touches {
            let Some(pointer) = arguments.get(touch.argument).filter(|value| is_pointer(value))
            else {
                continue;
            };
            let other = |number: usize| arguments.get(number).cloned();
            let extent = match touch.bytes {
                Bytes::Exactly(length) => other(length).map(Extent::Bytes),
                Bytes::UpTo(length) => other(length).map(Extent::UpTo),
                Bytes::Product(one, two) => {
                    other(one).zip(other(two)).map(|(one, two)| Extent::Product(one, two))
                }
                Bytes::String(string) => other(string).map(Extent::string),
                Bytes::Terminated => Some(Extent::string(pointer.clone())),
                Bytes::TerminatedUpTo(length) => {
                    other(length).map(|length| Extent::StringUpTo(pointer.clone(), length))
                }
                Bytes::Appended(string) => other(string).map(|string| {
                    let strings = vec![pointer.clone(), string];
                    Extent::Text { strings, least: 1, most: Some(1), up_to: None }
                }),
                Bytes::AppendedUpTo(length) => other(length).map(|length| {
                    let strings = vec![pointer.clone()];
                    Extent::Text { strings, least: 1, most: Some(1), up_to: Some(length) }
                }),
                Bytes::Formatted => Some(self.formatted(arguments, types, variables)),
                Bytes::Pointee => {
                    types.pointee(pointer.ty).and_then(|ty| types.size(ty)).map(exactly)
                }
                Bytes::Some => Some(at_least(1)),
            };
            let extent = extent.unwrap_or(at_least(1));
            found.push(Touched { pointer: pointer.clone(), extent, write: touch.write });
        }
        let format = self.format.filter(|_| !self.takes_list());
        if let Some(format) = format {
            let known = self.conversions(format, arguments, variables, false);
            let strings = known.unwrap_or_default().into_iter();
            let strings = strings.filter(|(one, value)| one.reads_string() && is_pointer(value));
            found.extend(strings.map(|(_, value)| {
                let extent = Extent::string(value.clone());
                Touched { pointer: value, extent, write: false }
            }));
        }
        if let Some(format) = self.scan {
            found.extend(self.scanned(format, arguments, types, variables));
        }
        found
    }

    /// Whether the arguments behind the format are a list, which is not looked into.
    fn takes_list(&self) -> bool {
        self.parameters.last() != Some(&super::Kind::More)
    }

    /// The conversions of a format that is a literal, each with its argument.
    fn conversions(
        &self,
        format: usize,
        arguments: &[Value],
        variables: &[Variable],
        scan: bool,
    ) -> Option<Vec<(Conversion, Value)>> {
        let pieces = pieces(literal(arguments.get(format)?, variables)?, scan)?;
        let conversions = pieces.into_iter().filter_map(|piece| match piece {
            Piece::Conversion(conversion) => Some(conversion),
            Piece::Plain(_) | Piece::Nothing => None,
        });
        Some(conversions.zip(arguments.iter().skip(format + 1).cloned()).collect())
    }

    /// What a call makes of its format, part by part; none if that is not known.
    pub fn printed(&self, arguments: &[Value], variables: &[Variable]) -> Option<Vec<Printed>> {
        let format = self.format?;
        let pieces = pieces(literal(arguments.get(format)?, variables)?, false)?;
        let behind = if self.takes_list() { usize::MAX } else { format + 1 };
        let mut rest = arguments.iter().skip(behind).cloned();
        let printed = pieces.into_iter().map(|piece| match piece {
            Piece::Plain(byte) => Some(Printed::Byte(byte)),
            Piece::Nothing => None,
            Piece::Conversion(conversion) if conversion.letter == 'n' => None,
            Piece::Conversion(conversion) => Some(Printed::Converted(conversion, rest.next())),
        });
        printed.collect()
    }

    /// How many bytes `sprintf` writes.
    fn formatted(&self, arguments: &[Value], types: &Types, variables: &[Variable]) -> Extent {
        let Some(format) = self.format else { return at_least(1) };
        let text = arguments.get(format).and_then(|format| literal(format, variables));
        let Some(pieces) = text.and_then(|text| pieces(text, false)) else { return at_least(1) };
        let (mut least, mut most) = (1, Some(1));
        let mut strings = Vec::new();
        let mut rest = arguments.iter().skip(format + 1);
        for piece in pieces {
            let (low, high) = match &piece {
                Piece::Plain(_) => (1, Some(1)),
                Piece::Nothing => (0, Some(0)),
                Piece::Conversion(conversion) => {
                    let argument = rest.next();
                    if conversion.reads_string() {
                        match argument.filter(|value| types.pointee(value.ty).is_some()) {
                            Some(string) => strings.push(string.clone()),
                            None => most = None,
                        }
                    }
                    conversion.printed()
                }
            };
            least += low;
            most = most.zip(high).map(|(sum, more)| sum + more);
        }
        Extent::Text { strings, least, most, up_to: None }
    }

    /// What `scanf` writes. It may stop before.
    fn scanned(
        &self,
        format: usize,
        arguments: &[Value],
        types: &Types,
        variables: &[Variable],
    ) -> Vec<Touched> {
        let write = true;
        let whole = |pointer: &Value| {
            let pointee = types.pointee(pointer.ty)?;
            types.size(pointee)
        };
        let targets =
            arguments.iter().skip(format + 1).filter(|one| types.pointee(one.ty).is_some());
        match self.conversions(format, arguments, variables, true) {
            Some(known) => known
                .into_iter()
                .filter(|(_, pointer)| types.pointee(pointer.ty).is_some())
                .map(|(one, pointer)| {
                    let extent = match (one.scanned(), whole(&pointer)) {
                        (Some(Some(bytes)), _) => exactly(bytes),
                        (None, Some(bytes)) => exactly(bytes),
                        _ => at_least(1),
                    };
                    Touched { pointer, extent, write }
                })
                .collect(),
            None => targets
                .map(|pointer| Touched { pointer: pointer.clone(), extent: at_least(1), write })
                .collect(),
        }
    }
}

/// The text of the literal that a value is the start of.
pub(crate) fn literal<'v>(value: &Value, variables: &'v [Variable]) -> Option<&'v [u32]> {
    match &value.kind {
        ValueKind::Convert(inner) => literal(inner, variables),
        ValueKind::AddressOf(Place { base: Base::Variable(id), path, .. }) => {
            let first = |step: &Step| matches!(step, Step::Index(i) if i.as_int() == Some(0));
            match &variables[id.index()].storage {
                Storage::Literal(text) if path.iter().all(first) => Some(text),
                _ => None,
            }
        }
        _ => None,
    }
}
