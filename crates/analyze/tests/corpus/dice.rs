//! Small numbers that look random, the same for the same seed.

/// A source of choices.
pub struct Dice(pub u64);

impl Dice {
    /// A number below so many.
    pub fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % sides
    }

    /// One of some texts.
    pub fn pick<'t>(&mut self, from: &[&'t str]) -> &'t str {
        from[self.roll(from.len())]
    }
}
