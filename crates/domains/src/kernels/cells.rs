//! The numbers of a matrix, aligned for vectors.

use super::rows::{LANES, Rows};

/// Room to move the start of the entries to a cache line.
const ROOM: usize = LANES - 1;

/// The f64 entries of a matrix, starting at a cache line.
///
/// An ordinary slice with room to move its start: aligned allocations are much slower than ordinary
/// ones in common allocators. It has the size of two registers: a larger structure passes through memory,
/// and reading it there would wait until all entries that were just written have left the processor.
pub struct Cells(Box<[f64]>);

impl Cells {
    /// Entries appended by a function to an empty vector, `len` of them.
    pub fn build(len: usize, fill: impl FnOnce(&mut Vec<f64>)) -> Cells {
        let mut buffer: Vec<f64> = Vec::with_capacity(len + ROOM);
        let start = start_of(&buffer);
        buffer.resize(start, 0.0);
        fill(&mut buffer);
        debug_assert_eq!(buffer.len(), start + len);
        buffer.resize(len + ROOM, 0.0);
        let buffer = buffer.into_boxed_slice();
        assert_eq!(start_of(&buffer), start, "a full vector stays where it is");
        Cells(buffer)
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
        &self.0[start_of(&self.0)..][..self.0.len() - ROOM]
    }
}

impl std::ops::DerefMut for Cells {
    #[inline]
    fn deref_mut(&mut self) -> &mut [f64] {
        let (start, len) = (start_of(&self.0), self.0.len() - ROOM);
        &mut self.0[start..][..len]
    }
}

/// How many entries lie before the first cache line that starts in a slice.
#[inline]
fn start_of(buffer: &[f64]) -> usize {
    (buffer.as_ptr().addr().wrapping_neg() / size_of::<f64>()) % LANES
}

impl std::fmt::Debug for Cells {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
