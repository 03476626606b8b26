//! Regions that are as long as a number that others provide, as in `memcpy(to, from, n)`.

use super::clause::{Elements, Need};
use super::infer::Finder;
use super::source::Distance;
use super::{Party, Subject, below};
use crate::conclude::At;
use soundline_c::{BinaryOp, Extent, Program, Types, Value, ValueKind};

impl Finder<'_, '_> {
    /// What a pointer to a region needs that is as long as a number from the same party, or beside it in the same struct.
    pub(super) fn counted(
        &self,
        at: At,
        pointer: &Value,
        extent: &Extent,
        write: bool,
    ) -> Option<Vec<(Subject, Need)>> {
        let (number, size) = count(self.engine.program, extent)?;
        let (sources, null) = self.pointer(at, pointer)?;
        let length = self.length(at, number)?;
        let lasts = self.frees;
        let of = |(subject, distance): (Subject, Distance)| {
            let plain = distance == Distance::POINT && subject.itself() && !sources.apart;
            let beside = self.are_beside((pointer, subject), (number, length));
            let need = Need::Elements(Elements { length, size, write, null, lasts });
            (plain && beside).then_some((subject, need))
        };
        sources.all.iter().copied().map(of).collect()
    }

    /// Where a number comes from, if that is one place and it still has that value.
    fn length(&self, at: At, number: &Value) -> Option<Subject> {
        let positive = self.known.range(at).is_some_and(|(low, _)| low >= 0);
        keeps(&self.engine.program.types, number, positive).then_some(())?;
        let lengths = self.tracer.sources(plain(number), (at.1, at.2))?;
        let [(length, Distance::POINT)] = lengths.all[..] else { return None };
        let kept = !lengths.converted && !lengths.apart;
        (kept && length.itself()).then_some(length)
    }

    /// Whether a pointer and a number are parameters of this function, or members of one struct that are read at one time.
    pub(super) fn are_beside(
        &self,
        (pointer, subject): (&Value, Subject),
        (number, length): (&Value, Subject),
    ) -> bool {
        match (subject.party, length.party) {
            (Party::Function(one), Party::Function(other)) => one == other,
            (Party::Member(one, _), Party::Member(other, _)) => {
                let base = |value: &Value| below::member_of(plain(value)).map(|(base, _)| base);
                let same = base(pointer).is_some() && base(pointer) == base(number);
                one == other && same && !self.engine.env.concurrent
            }
            _ => false,
        }
    }
}

/// The number that a region is counted by, and how many bytes each of what it counts has.
fn count<'v>(program: &Program, extent: &'v Extent) -> Option<(&'v Value, u64)> {
    match extent {
        Extent::Bytes(length) | Extent::UpTo(length) => {
            // Where a product wraps, fewer bytes are used than it says.
            let int = program.types.integer(length.ty)?;
            let (number, size) = match &length.kind {
                ValueKind::Binary(BinaryOp::Mul, left, right) if !int.signed => {
                    match (left.as_int(), right.as_int()) {
                        (_, Some(size)) => (&**left, size),
                        (Some(size), _) => (&**right, size),
                        _ => return None,
                    }
                }
                _ => (length, 1),
            };
            Some((number, u64::try_from(size).ok().filter(|size| *size > 0)?))
        }
        Extent::Product(one, other) => {
            let (number, size) = match (one.as_int(), other.as_int()) {
                (Some(size), None) => (other, size),
                (None, Some(size)) => (one, size),
                _ => return None,
            };
            Some((number, u64::try_from(size).ok().filter(|size| *size > 0)?))
        }
        _ => None,
    }
}

/// The number by which a region is counted, before it gets another type.
pub(crate) fn number_of<'v>(program: &Program, extent: &'v Extent) -> Option<&'v Value> {
    count(program, extent).map(|(number, _)| plain(number))
}

/// Whether a number has the same value after all its conversions. One that is negative would be a large number of another type.
fn keeps(types: &Types, number: &Value, positive: bool) -> bool {
    let ValueKind::Convert(inner) = &number.kind else { return true };
    let (Some(to), Some(from)) = (types.integer(number.ty), types.integer(inner.ty)) else {
        return false;
    };
    let sign = to.signed == from.signed || (from.signed && positive);
    let room = to.bits > from.bits && !from.signed;
    to.bits >= from.bits && (sign || room) && keeps(types, inner, positive)
}

/// A value without its conversions.
fn plain(value: &Value) -> &Value {
    match &value.kind {
        ValueKind::Convert(inner) => plain(inner),
        _ => value,
    }
}
