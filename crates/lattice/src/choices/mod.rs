//! Random numbers that depend on nothing but a seed, and the choices that are drawn with them.

pub(crate) mod recorded;

/// A small, fast, reproducible random generator (SplitMix64, Steele et al. 2014).
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// The generator for a seed.
    #[inline]
    pub fn new(seed: u64) -> Random {
        Random { state: seed }
    }

    /// The next 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from 0 to `max`, all equally likely up to 2^-64 of bias.
    #[inline]
    pub fn up_to(&mut self, max: u64) -> u64 {
        ((u128::from(self.bits()) * (u128::from(max) + 1)) >> 64) as u64
    }

    /// A number from 0 to `max` whose bit length is uniform, with the ends of the range likely:
    /// `max`, and the place 2·`both` where a range around zero ends on its shorter side.
    pub fn magnitude(&mut self, max: u64, both: u64) -> u64 {
        if max <= 16 {
            return self.up_to(max);
        }
        match self.up_to(15) {
            0 => max - self.up_to(1),
            1 => both.saturating_mul(2).saturating_sub(self.up_to(2)).min(max),
            _ => {
                let length = self.up_to(u64::from(u64::BITS - max.leading_zeros()));
                if length == 0 { 0 } else { (self.bits() >> (64 - length)).min(max) }
            }
        }
    }
}

/// A seed made of a base seed, a name and an index, so that streams do not depend on the order in
/// which checks run.
pub fn derived_seed(seed: u64, name: &str, index: u64) -> u64 {
    // FNV-1a over the name; SplitMix's finaliser spreads the result.
    let hash = name
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325u64, |h, b| (h ^ u64::from(b)).wrapping_mul(0x100_0000_01b3));
    stream_seed(Random::new(seed ^ hash).bits(), index)
}

/// The seed of case `index` in the stream that starts with `base`.
pub(crate) fn stream_seed(base: u64, index: u64) -> u64 {
    base.wrapping_add(index.wrapping_mul(0xd134_2543_de82_ef95))
}
