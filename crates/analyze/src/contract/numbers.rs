//! What checks of numbers need of others: that they are in a range, or not zero.

use super::clause::Need;
use super::infer::Finder;
use super::source::Distance;
use super::values::compared_with_zero;
use super::{Party, Subject};
use crate::conclude::At;
use soundline_c::{Action, BinaryOp, Terminator, Type, Types, Value, ValueKind, VarId};

impl Finder<'_, '_> {
    /// What an assertion needs: that a pointer is not null, or a number not zero.
    pub(super) fn asserted(&self, at: At, value: &Value) -> Option<Vec<(Subject, Need)>> {
        let value = compared_with_zero(value)?;
        let types = &self.engine.program.types;
        if !matches!(types.get(value.ty), Type::Pointer(_)) {
            return self.not(at, value, 0);
        }
        let sources = self.tracer.sources(value, (at.1, at.2))?;
        (!sources.null).then_some(())?;
        let need = |(subject, distance): (Subject, Distance)| {
            (distance == Distance::POINT).then_some((subject, Need::NotNull))
        };
        sources.all.into_iter().map(need).collect()
    }

    /// What keeps a value from being a number.
    pub(super) fn not(&self, at: At, value: &Value, number: i128) -> Option<Vec<(Subject, Need)>> {
        self.engine.program.types.integer(value.ty)?;
        let sources = self.tracer.sources(value, (at.1, at.2))?;
        (number == 0 || !sources.converted).then_some(())?;
        let need = |(subject, distance): (Subject, Distance)| {
            (distance == Distance::POINT).then_some((subject, Need::Not(number)))
        };
        sources.all.into_iter().map(need).collect()
    }

    /// What keeps a number in a range: the ends that are not known to be kept anyway.
    pub(super) fn range(
        &self,
        at: At,
        value: &Value,
        low: i128,
        high: i128,
    ) -> Option<Vec<(Subject, Need)>> {
        if let Some((from, less)) = less(&self.engine.program.types, value, high) {
            let converted = matches!(value.kind, ValueKind::Convert(_));
            return self.mirrored(at, (from, less, converted), (low, high));
        }
        let (known_low, known_high) = self.known.range(at)?;
        let sources = self.tracer.sources(value, (at.1, at.2))?;
        let int = self.engine.program.types.integer(value.ty)?;
        (high <= int.max()).then_some(())?;
        let (low, high) = sources.kept(low, high);
        (low <= high).then_some(())?;
        let of = |(subject, distance): (Subject, Distance)| {
            (!distance.open).then_some(())?;
            let told = subject.parameter.filter(|_| subject.depth == 0);
            (!told.is_some_and(|id| self.is_tested_elsewhere(at, id))).then_some(())?;
            // A value that wraps on the way is excluded only by both ends.
            let moved = distance != Distance::POINT
                && !self.never_wraps(value, distance, (known_low, known_high));
            let both = moved || sources.converted;
            let least = if both || known_low < low { low - distance.low } else { i64::MIN.into() };
            let most =
                if both || known_high > high { high - distance.high } else { i64::MAX.into() };
            // A number that is never negative needs no lower end.
            let least = match least <= 0 && self.is_unsigned(subject) {
                true => i64::MIN.into(),
                false => least,
            };
            Some((subject, Need::Range(least, most)))
        };
        sources.all.iter().copied().map(of).collect()
    }

    /// What keeps a constant less a value in a range: the other end for each. Differences in the range do not wrap.
    fn mirrored(
        &self,
        at: At,
        (from, value, converted): (i128, &Value, bool),
        (low, high): (i128, i128),
    ) -> Option<Vec<(Subject, Need)>> {
        let (known_low, known_high) = self.known.range(at)?;
        let sources = self.tracer.sources(value, (at.1, at.2))?;
        let int = self.engine.program.types.integer(value.ty)?;
        // Differences that wrap are greater than the constant.
        let wraps = !int.signed && known_high > from;
        let of = |(subject, distance): (Subject, Distance)| {
            (!distance.open).then_some(())?;
            let told = subject.parameter.filter(|_| subject.depth == 0);
            (!told.is_some_and(|id| self.is_tested_elsewhere(at, id))).then_some(())?;
            let moved = distance != Distance::POINT || sources.converted;
            let both = moved || converted;
            let least = match both || known_high > high {
                true => from - high - distance.low,
                false => i64::MIN.into(),
            };
            let most = match both || wraps || known_low < low {
                true => from - low - distance.high,
                false => i64::MAX.into(),
            };
            // What is negative before a conversion, or wraps, is another number behind it.
            let least = if moved { least.max(-distance.low) } else { least };
            let free = least <= 0 && self.is_unsigned(subject);
            let least = if free { i64::MIN.into() } else { least };
            (least <= most).then_some((subject, Need::Range(least, most)))
        };
        sources.all.iter().copied().map(of).collect()
    }

    /// Whether a value is of an unsigned type, as its party declares it.
    fn is_unsigned(&self, subject: Subject) -> bool {
        let program = self.engine.program;
        let ty = match (subject.parameter, subject.party) {
            (Some(id), Party::Function(_)) | (None, Party::Variable(id)) => program.variable(id).ty,
            (None, Party::Result(id)) => program.function(id).result,
            (None, Party::Member(record, field)) => program.types.record(record).fields[field].ty,
            _ => return false,
        };
        subject.itself() && program.types.integer(ty).is_some_and(|int| !int.signed)
    }

    /// Whether a sum of a variable and a constant never wraps there, by what is known of it: modulo the size of its type the sums
    /// that do are at one end.
    fn never_wraps(&self, value: &Value, distance: Distance, (low, high): (i128, i128)) -> bool {
        let types = &self.engine.program.types;
        let (Some(int), true) = (types.integer(value.ty), distance.low == distance.high) else {
            return false;
        };
        match &value.kind {
            // More room changes nothing.
            ValueKind::Convert(inner) => {
                let Some(from) = types.integer(inner.ty) else { return false };
                let keeps = int.signed == from.signed && int.bits >= from.bits;
                keeps && self.never_wraps(inner, distance, (low, high))
            }
            ValueKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), left, right) => {
                let mut plain = &**left;
                while let ValueKind::Convert(inner) = &plain.kind {
                    plain = inner;
                }
                let step = right.as_int();
                let step = if *op == BinaryOp::Add { step } else { step.map(|step| -step) };
                // `n - 1` of an unsigned type may be there as `n + 4294967295`.
                let around = 1i128 << int.bits.min(100);
                let same = step.is_some_and(|step| (step - distance.low) % around == 0);
                let alone = same && matches!(plain.kind, ValueKind::Load(_));
                match distance.low {
                    by if by < 0 => alone && high <= int.max() + by,
                    by => alone && low >= int.min() + by,
                }
            }
            _ => false,
        }
    }

    /// Whether a parameter went through a test that is a function of its own, on all ways to a check: what that says of the
    /// parameter is not known here.
    fn is_tested_elsewhere(&self, at: At, id: VarId) -> bool {
        if !self.steady.contains(&id) {
            return false;
        }
        let cfg = self.engine.shape(self.tracer.function()).cfg;
        let mut block = at.1;
        for _ in 0..MOST_TESTS {
            let [before] = self.tracer.reaching.before(block) else { return false };
            let before = *before;
            if let Terminator::Branch(value, ..) = &cfg.blocks[before].terminator
                && self.is_told_of(value, id, (before, cfg.blocks[before].instructions.len()))
            {
                return true;
            }
            if before == 0 || before == block {
                return false;
            }
            block = before;
        }
        false
    }

    /// Whether a condition is what a call says of a variable.
    fn is_told_of(&self, value: &Value, id: VarId, at: (usize, usize)) -> bool {
        if let ValueKind::Load(place) = &value.kind
            && let Some(result) = place.as_variable()
            && self.tracer.reaching.is_followed(result)
        {
            let cfg = self.engine.shape(self.tracer.function()).cfg;
            let from = self.tracer.reaching.of(result, at.0, at.1);
            return from.iter().flatten().any(|(block, number)| {
                match &cfg.blocks[*block].instructions[*number].action {
                    Action::Call { arguments, .. } => arguments.iter().any(|one| reads(one, id)),
                    _ => false,
                }
            });
        }
        value.operands().into_iter().any(|operand| self.is_told_of(operand, id, at))
    }
}

/// So many blocks before a check are looked at for tests.
const MOST_TESTS: usize = 32;

/// A constant and what is less of it, `32 - h`, whatever the difference is converted to: numbers up to this one stay what they are.
fn less<'v>(types: &Types, value: &'v Value, high: i128) -> Option<(i128, &'v Value)> {
    types.integer(value.ty).filter(|int| high <= int.max())?;
    match &value.kind {
        ValueKind::Convert(inner) => less(types, inner, high),
        ValueKind::Binary(BinaryOp::Sub, left, right) => Some((left.as_int()?, right)),
        _ => None,
    }
}

/// Whether a value is a variable, whatever it is converted to.
fn reads(value: &Value, id: VarId) -> bool {
    match &value.kind {
        ValueKind::Load(place) => place.as_variable() == Some(id),
        ValueKind::Convert(inner) => reads(inner, id),
        _ => false,
    }
}
