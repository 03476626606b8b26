//! Where a value may come from, and what is needed there so that something holds of the value.

use super::super::Subject;
use super::super::clause::{Elements, Need, Valid};
use soundline_c::{IntType, VarId};

/// How far a value is from its source: bytes of a pointer, otherwise units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Distance {
    pub(in super::super) low: i128,
    pub(in super::super) high: i128,
    /// Nobody knows.
    pub(in super::super) open: bool,
}

impl Distance {
    pub(in super::super) const POINT: Distance = Distance { low: 0, high: 0, open: false };
    pub(super) const OPEN: Distance = Distance { low: 0, high: 0, open: true };

    pub(super) fn plus(self, other: Distance) -> Distance {
        Distance {
            low: self.low.saturating_add(other.low),
            high: self.high.saturating_add(other.high),
            open: self.open || other.open,
        }
    }

    pub(super) fn point(at: i128) -> Distance {
        Distance { low: at, high: at, open: false }
    }
}

/// Where a value may come from.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Sources {
    pub(in super::super) all: Vec<(Subject, Distance)>,
    /// It may be null as well.
    pub(in super::super) null: bool,
    /// Whether it is computed from itself, so that distances mean nothing.
    pub(super) cyclic: bool,
    /// Whether a number may have another value than its source: only those that both types have are kept.
    pub(in super::super) converted: bool,
    /// The values between which such a number is that of its source.
    pub(in super::super) same: Option<(i128, i128)>,
    /// So many bits are the same in all types that such a number had.
    pub(super) same_bits: Option<u32>,
    /// Whether writes came since that change it only if others gave two names to one place.
    pub(in super::super) apart: bool,
    /// Variables that a pointer may point to as well.
    pub(super) own: Vec<Room>,
}

/// Whether a pointer was found not to be null before it is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Guard {
    No,
    /// It was, or what it points into. If that is some bytes behind what others gave, that may be null all the same.
    Somewhere,
    /// What others gave was.
    Source,
}

impl Guard {
    pub(in super::super) fn from_here(guarded: bool) -> Guard {
        if guarded { Guard::Somewhere } else { Guard::No }
    }
}

/// The bytes of a variable: from which to which behind a pointer to it, and whether they can be written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    pub(super) variable: VarId,
    pub(super) from: i128,
    pub(super) to: i128,
    pub(super) write: bool,
}

impl Sources {
    /// A number gets a type of another sign, which is as wide or wider. So much is added to it later.
    pub(super) fn convert(&mut self, from: IntType, to: IntType, added: Distance) {
        self.converted = true;
        // Numbers that both types have.
        let (low, high) = (from.min().max(to.min()), from.max().min(to.max()));
        let same = (low.saturating_add(added.high), high.saturating_add(added.low));
        let known = self.same.unwrap_or(same);
        self.same = Some((known.0.max(same.0), known.1.min(same.1)));
        let bits = self.same_bits.map_or(from.bits, |known| known.min(from.bits));
        self.same_bits = Some(bits);
    }

    /// The part of a range in which a number is that of its source.
    pub(in super::super) fn kept(&self, low: i128, high: i128) -> (i128, i128) {
        self.same.map_or((low, high), |same| (low.max(same.0), high.min(same.1)))
    }

    /// Whether a pointer may point to variables that the function knows.
    pub(in super::super) fn has_own(&self) -> bool {
        !self.own.is_empty()
    }

    /// Whether these bytes behind a pointer are there in all of them, and can be written if so.
    pub(in super::super) fn own_have(&self, (from, to): (i64, i64), write: bool) -> bool {
        self.own.iter().all(|room| {
            let inside = room.from <= from.into() && i128::from(to) <= room.to;
            inside && (room.write || !write)
        })
    }

    /// What it needs of where a value comes from that this is needed of what the value points to, so many pointers on; or of the
    /// value itself, which may be guarded against null.
    pub(in super::super) fn pass(
        &self,
        asked: &Subject,
        need: Need,
        guard: Guard,
    ) -> Option<Vec<(Subject, Need)>> {
        let (depth, each) = (asked.depth, asked.each);
        let guarded = guard != Guard::No;
        let room = match need {
            Need::Valid(Valid { from, to, more: false, write, .. }) => {
                self.own_have((from, to), write)
            }
            _ => false,
        };
        (!self.has_own() || (depth == 0 && room)).then_some(())?;
        let of = |(own, distance): (Subject, Distance)| {
            let own_depth = own.depth.checked_add(depth).filter(|depth| *depth < 4)?;
            let (each, mask) = (own.each || each, own.mask | asked.mask);
            // Of pointers and of numbers that are taken apart twice nothing is said.
            let plain = own.mask == 0 || (asked.mask == 0 && depth == 0);
            plain.then_some(())?;
            let own = Subject { depth: own_depth, each, mask, ..own };
            let exact = distance == Distance::POINT;
            // Whoever takes null compares what it is given: some bytes behind null, that is not null.
            let may_be_null = |null: bool| match exact {
                true => null || guarded,
                false => guard == Guard::Source,
            };
            if depth > 0 {
                return exact.then_some((own, need));
            }
            let need = match need {
                // Whoever provides the number is another one.
                Need::Elements(elements) => {
                    let Elements { write, null, lasts, .. } = elements;
                    let null = may_be_null(null);
                    let apart = self.apart;
                    Need::Valid(Valid { from: 0, to: 0, more: true, write, null, lasts, apart })
                }
                Need::Valid(valid) if distance.open => {
                    let null = guarded;
                    let apart = valid.apart || self.apart;
                    Need::Valid(Valid { from: 0, to: 0, more: true, null, apart, ..valid })
                }
                Need::Valid(valid) => {
                    let (low, high) =
                        (i64::try_from(distance.low).ok()?, i64::try_from(distance.high).ok()?);
                    let from = valid.from.checked_add(low)?;
                    let to = valid.to.checked_add(high)?;
                    let null = may_be_null(valid.null);
                    let apart = valid.apart || self.apart;
                    Need::Valid(Valid { from, to, null, apart, ..valid })
                }
                Need::Callable { null } if exact => Need::Callable { null: null || guarded },
                Need::Text { null } if exact => Need::Text { null: null || guarded },
                // The rest of a string.
                Need::Text { .. } => {
                    let (write, null, lasts, apart) = (false, may_be_null(false), true, self.apart);
                    Need::Valid(Valid { from: 0, to: 0, more: true, write, null, lasts, apart })
                }
                // Small numbers that are not negative stay what they are in a type of another sign.
                Need::Range(low, high) if exact && self.converted => {
                    (high < i64::MAX.into()).then_some(())?;
                    Need::Range(low.max(0), high)
                }
                // -1 may be another number there.
                Need::Not(number) if exact && self.converted && number != 0 => return None,
                Need::Freeable | Need::Not(_) | Need::NotNull | Need::Range(..) if exact => need,
                _ => return None,
            };
            Some((own, need))
        };
        let allows_null = need.takes_null();
        (!self.null || allows_null || guarded).then_some(())?;
        self.all.iter().copied().map(of).collect()
    }
}
