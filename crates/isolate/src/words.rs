//! Shared words as structs: their fields in the order in which they are written down, so that nobody
//! computes an offset by hand.

use std::sync::atomic::AtomicU64;

/// A struct of nothing but atomic words. [`words!`](crate::words) makes one.
///
/// # Safety
/// The layout is C's, and every field is an [`AtomicU64`] or such a struct or an array of these.
pub unsafe trait Words: Sized {
    /// How many words it has.
    const COUNT: usize = size_of::<Self>() / size_of::<AtomicU64>();

    /// The first of these words as the struct. There must be at least [`COUNT`](Words::COUNT).
    fn of(words: &[AtomicU64]) -> &Self {
        assert!(words.len() >= Self::COUNT, "there are too few words");
        // SAFETY: there are enough words, and the struct is nothing but words, so that it is aligned
        // as they are and any bytes are a value of it. All access is atomic.
        unsafe { &*words.as_ptr().cast() }
    }
}

// SAFETY: it is a word.
unsafe impl Words for AtomicU64 {}
// SAFETY: arrays have no gaps.
unsafe impl<T: Words, const N: usize> Words for [T; N] {}

/// A struct of [`Words`].
///
/// ```
/// use std::sync::atomic::{AtomicU64, Ordering};
/// use soundline_isolate::{Words, words};
///
/// words! {
///     /// What two workers count.
///     struct Counts {
///         all: AtomicU64,
///         by_worker: [AtomicU64; 2],
///     }
/// }
/// let words: Vec<AtomicU64> = (0..Counts::COUNT as u64).map(AtomicU64::new).collect();
/// assert_eq!(Counts::of(&words).by_worker[1].load(Ordering::Relaxed), 2);
/// # Counts::of(&words).all.store(1, Ordering::Relaxed);
/// ```
#[macro_export]
macro_rules! words {
    ($(#[$about:meta])* struct $name:ident {
        $($(#[$field_about:meta])* $field:ident: $type:ty,)*
    }) => {
        $(#[$about])*
        #[repr(C)]
        struct $name {
            $($(#[$field_about])* $field: $type,)*
        }

        // SAFETY: the layout is C's, and the function below takes nothing but words.
        unsafe impl $crate::Words for $name {}

        const _: () = {
            const fn only_words<T: $crate::Words>() {}
            $(only_words::<$type>();)*
        };
    };
}
