//! A claim: a kind of check at one expression, in which only the constant is open.

use std::sync::Arc;

use soundline_c::{IntType, Rank, ValueRange};
use soundline_lattice::choices::Random;

use super::Kind;
use crate::{Pool, literal};

/// What a kind claims at an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The kind.
    pub kind: Arc<Kind>,
    /// The condition, in which `{k}` is open.
    pub(super) condition: String,
    pub(super) constants: Constants,
    /// The type in which constants are written.
    pub(super) ty: IntType,
}

/// The constants that fit an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Constants {
    /// It needs none.
    None,
    Within(ValueRange),
    Listed(Vec<i128>),
}

/// A 64-bit number.
pub(super) const WIDE: IntType = IntType { rank: Rank::LongLong, bits: 64, signed: true };

impl Claim {
    /// The condition with a constant.
    pub fn condition(&self, constant: i128) -> String {
        self.condition.replace("{k}", &literal(constant, self.ty))
    }

    /// Up to `count` different constants.
    pub(crate) fn draw_many(&self, pool: &Pool, count: usize, random: &mut Random) -> Vec<i128> {
        match &self.constants {
            Constants::None => vec![0],
            Constants::Within(range) => pool.draw_many(*range, count, random),
            Constants::Listed(listed) => {
                let mut left = listed.clone();
                let mut drawn = Vec::new();
                while drawn.len() < count && !left.is_empty() {
                    drawn.push(left.swap_remove(random.up_to(left.len() as u64 - 1) as usize));
                }
                drawn
            }
        }
    }
}
