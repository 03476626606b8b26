//! Elements as bytes, each kept once.

use super::machine::Elem;

/// The unit of memory: elements are aligned to it.
pub(super) type Block = u128;

/// Elements of one size, by number, and found again by their bytes.
#[derive(Debug)]
pub(super) struct Arena {
    /// So many blocks make an element.
    stride: usize,
    blocks: Vec<Block>,
    /// Numbers of elements plus 1, by hash, with linear probing; 0 is a free slot.
    slots: Vec<u32>,
}

impl Arena {
    pub(super) fn new(stride: usize) -> Arena {
        Arena { stride, blocks: Vec::new(), slots: vec![0; 64] }
    }

    pub(super) fn len(&self) -> usize {
        self.blocks.len() / self.stride
    }

    #[inline]
    pub(super) fn get(&self, elem: Elem) -> &[Block] {
        let start = elem.0 as usize * self.stride;
        &self.blocks[start..start + self.stride]
    }

    /// The number of an element with these bytes.
    #[inline]
    pub(super) fn intern(&mut self, element: &[Block]) -> Elem {
        let mut slot = self.slot_of(element);
        loop {
            match self.slots[slot] {
                0 => break,
                number if self.get(Elem(number - 1)) == element => return Elem(number - 1),
                _ => slot = (slot + 1) & (self.slots.len() - 1),
            }
        }
        let elem = Elem(u32::try_from(self.len()).expect("elements are forgotten in time"));
        self.blocks.extend_from_slice(element);
        self.slots[slot] = elem.0 + 1;
        if 2 * self.len() > self.slots.len() {
            self.rehash(2 * self.slots.len());
        }
        elem
    }

    /// Keep the first so many.
    pub(super) fn truncate(&mut self, kept: usize) {
        if kept < self.len() {
            self.blocks.truncate(kept * self.stride);
            self.rehash((4 * kept.max(16)).next_power_of_two());
        }
    }

    fn slot_of(&self, element: &[Block]) -> usize {
        let mut hash = 0u64;
        for block in element {
            for half in [*block as u64, (*block >> 64) as u64] {
                hash = (hash.rotate_left(5) ^ half).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            }
        }
        (hash >> 32) as usize & (self.slots.len() - 1)
    }

    fn rehash(&mut self, slots: usize) {
        self.slots = vec![0; slots];
        for number in 0..self.len() as u32 {
            let mut slot = self.slot_of(self.get(Elem(number)));
            while self.slots[slot] != 0 {
                slot = (slot + 1) & (slots - 1);
            }
            self.slots[slot] = number + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_bytes_have_one_number_and_what_is_forgotten_comes_again() {
        let mut arena = Arena::new(2);
        for round in 0..2 {
            for value in 0..1000u128 {
                let elem = arena.intern(&[value, value << 100]);
                assert_eq!((elem.0, round), (value as u32, round));
                assert_eq!(arena.get(elem), [value, value << 100]);
            }
        }
        assert_eq!(arena.len(), 1000);
        arena.truncate(10);
        assert_eq!(arena.intern(&[9, 9 << 100]), Elem(9));
        assert_eq!(arena.intern(&[999, 999 << 100]), Elem(10));
    }
}
