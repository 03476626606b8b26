//! The numbers of a matrix, aligned for vectors.

use super::rows::{LANES, Rows};

/// The f64 entries of a matrix, starting at a cache line.
///
/// An ordinary vector with room to shift its start: aligned allocations are much slower than
/// ordinary ones in common allocators.
pub struct Cells {
    buffer: Vec<f64>,
    start: usize,
}

impl Cells {
    /// Entries appended by a function to an empty vector, `len` of them.
    pub fn build(len: usize, fill: impl FnOnce(&mut Vec<f64>)) -> Cells {
        let mut buffer: Vec<f64> = Vec::with_capacity(len + LANES - 1);
        let start = buffer.as_ptr().align_offset(LANES * size_of::<f64>()).min(LANES - 1);
        buffer.resize(start, 0.0);
        fill(&mut buffer);
        debug_assert_eq!(buffer.len(), start + len);
        Cells { buffer, start }
    }

    /// The matrix that says nothing: 0 on the diagonal, infinity elsewhere.
    pub fn top(rows: Rows) -> Cells {
        let mut cells =
            Cells::build(rows.len(), |out| out.resize(out.len() + rows.len(), f64::INFINITY));
        for i in 0..rows.nodes() {
            cells[rows.index(i, i)] = 0.0;
        }
        cells
    }
}

impl Clone for Cells {
    fn clone(&self) -> Cells {
        Cells::build(self.len(), |out| out.extend_from_slice(self))
    }
}

impl std::ops::Deref for Cells {
    type Target = [f64];
    #[inline]
    fn deref(&self) -> &[f64] {
        &self.buffer[self.start..]
    }
}

impl std::ops::DerefMut for Cells {
    #[inline]
    fn deref_mut(&mut self) -> &mut [f64] {
        &mut self.buffer[self.start..]
    }
}

impl std::fmt::Debug for Cells {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
