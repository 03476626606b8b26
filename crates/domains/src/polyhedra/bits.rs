//! Which ray saturates which constraint: a matrix of bits.

/// Rows of bits, all of the same number of words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Bits {
    words: usize,
    data: Vec<u64>,
}

impl Bits {
    /// No rows, of so many columns.
    pub fn new(columns: usize) -> Bits {
        Bits { words: columns.div_ceil(64).max(1), data: Vec::new() }
    }

    /// So many rows of zeros.
    pub fn zeros(rows: usize, columns: usize) -> Bits {
        let words = columns.div_ceil(64).max(1);
        Bits { words, data: vec![0; rows * words] }
    }

    pub fn words(&self) -> usize {
        self.words
    }

    pub fn data(&self) -> &[u64] {
        &self.data
    }

    #[inline]
    pub fn row(&self, row: usize) -> &[u64] {
        &self.data[row * self.words..(row + 1) * self.words]
    }

    #[inline]
    pub fn set(&mut self, row: usize, column: usize) {
        self.data[row * self.words + column / 64] |= 1 << (column % 64);
    }

    #[inline]
    pub fn get(&self, row: usize, column: usize) -> bool {
        self.data[row * self.words + column / 64] >> (column % 64) & 1 == 1
    }

    /// The number of ones in a row.
    pub fn count(&self, row: usize) -> usize {
        self.row(row).iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Are the ones of a row ones of another row, too?
    #[inline]
    pub fn includes(&self, large: usize, small: usize) -> bool {
        if self.words == 1 {
            return self.data[small] & !self.data[large] == 0;
        }
        self.row(small).iter().zip(self.row(large)).all(|(small, large)| small & !large == 0)
    }

    /// Of the ones of the only row, keep those that are ones of `other`, or those that are not. Are
    /// there any?
    #[inline]
    pub fn retain(&mut self, other: &[u64], ones: bool) -> bool {
        let flip = if ones { 0 } else { u64::MAX };
        self.data.iter_mut().zip(other).fold(false, |any, (word, other)| {
            *word &= other ^ flip;
            any | (*word != 0)
        })
    }

    /// Append a row with ones in the first columns.
    pub fn push_ones(&mut self, ones: usize) {
        self.data.extend((0..self.words).map(|word| match ones.saturating_sub(word * 64) {
            0 => 0,
            rest @ 1..64 => (1 << rest) - 1,
            _ => u64::MAX,
        }));
    }

    /// Append the ones that two rows of another matrix have in common.
    pub fn push_common(&mut self, other: &Bits, a: usize, b: usize) {
        self.data.extend(other.row(a).iter().zip(other.row(b)).map(|(a, b)| a & b));
    }

    pub fn append(&mut self, other: &Bits) {
        debug_assert_eq!(self.words, other.words);
        self.data.extend_from_slice(&other.data);
    }

    pub fn copy_down(&mut self, from: usize, to: usize) {
        self.data.copy_within(from * self.words..(from + 1) * self.words, to * self.words);
    }

    pub fn truncate(&mut self, rows: usize) {
        self.data.truncate(rows * self.words);
    }

    /// The matrix mirrored, with room for more columns.
    pub fn transposed(&self, rows: usize, columns: usize, room: usize) -> Bits {
        let mut result = Bits::zeros(columns, rows + room);
        for row in 0..rows {
            for (index, word) in self.row(row).iter().enumerate() {
                let mut word = *word;
                while word != 0 {
                    result.set(index * 64 + word.trailing_zeros() as usize, row);
                    word &= word - 1;
                }
            }
        }
        result
    }

    /// Some of the rows.
    pub fn select(&self, rows: &[usize]) -> Bits {
        let mut data = Vec::with_capacity(rows.len() * self.words);
        rows.iter().for_each(|row| data.extend_from_slice(self.row(*row)));
        Bits { words: self.words, data }
    }

    /// No rows, of as many columns.
    pub fn empty(&self) -> Bits {
        Bits { words: self.words, data: Vec::new() }
    }

    /// The same rows with room for more columns.
    pub fn widened(&self, columns: usize) -> Bits {
        let mut result = Bits::new(columns);
        if result.words <= self.words {
            return self.clone();
        }
        for row in self.data.chunks_exact(self.words) {
            result.data.extend_from_slice(row);
            result.data.extend((self.words..result.words).map(|_| 0));
        }
        result
    }
}
