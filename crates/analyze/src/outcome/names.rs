//! Names that are part of the program, read back from a text: only those that it knows.

use crate::{BoundKind, Kind};
use serde::{Deserialize, Deserializer, de::Error};

/// Such a name. Under a name of its own, since serde would take a plain reference for one into the text.
pub(super) type Name = &'static str;

/// The kind of a check.
pub(super) fn kind<'de, D: Deserializer<'de>>(text: D) -> Result<Name, D::Error> {
    let name = String::deserialize(text)?;
    let known = Kind::ALL.into_iter().map(|kind| kind.name()).chain(["assumption", "contract"]);
    one_of(known, &name)
}

/// What the fixpoint did.
pub(super) fn counts<'de, D: Deserializer<'de>>(text: D) -> Result<Vec<(Name, u64)>, D::Error> {
    use BoundKind::{Calls, Guards, Joins, Ticks, Widenings};
    let known = || [Ticks, Joins, Widenings, Calls, Guards].map(BoundKind::name).into_iter();
    let counts = Vec::<(String, u64)>::deserialize(text)?;
    counts.into_iter().map(|(name, count)| Ok((one_of(known(), &name)?, count))).collect()
}

fn one_of<E: Error>(
    mut known: impl Iterator<Item = &'static str>,
    name: &str,
) -> Result<&'static str, E> {
    known.find(|one| *one == name).ok_or_else(|| E::custom(format!("`{name}` is not known")))
}
