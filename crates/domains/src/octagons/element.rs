//! An element: a matrix of bounds, closed when somebody asks.

use std::fmt;
use std::sync::{Arc, Mutex, OnceLock};

use super::layout::Layout;
use super::matrix::{Closing, Matrix};

/// An element of [`Octagons`](super::Octagons) or [`Zones`](crate::zones::Zones). Clones share
/// their matrix, and what one of them finds out by closing it.
#[derive(Clone)]
pub struct Element<M> {
    dimensions: usize,
    /// `None` for bottom, where that is known from the start.
    node: Option<Arc<Node<M>>>,
}

/// A matrix whose entries are the least bounds that they imply, up to rounding.
#[derive(Clone, Debug)]
pub struct Closed<M> {
    /// The bounds.
    pub matrix: M,
    /// Is each bound the least one indeed? Only then a difference in bounds is one in points.
    pub tight: bool,
}

struct Node<M> {
    /// Bounds as they were given; taken when they are closed, to be closed in place.
    pending: Mutex<Option<M>>,
    /// Bounds as a widening left them. They stay, because a chain of widenings on closed matrices
    /// need not converge (Miné, HOSC 2006, Sect. 4.4).
    widened: Option<M>,
    closed: OnceLock<Option<Closed<M>>>,
}

impl<M: Matrix> Element<M> {
    fn of(
        dimensions: usize,
        pending: Option<M>,
        widened: Option<M>,
        closed: OnceLock<Option<Closed<M>>>,
    ) -> Element<M> {
        let node = Node { pending: Mutex::new(pending), widened, closed };
        Element { dimensions, node: Some(Arc::new(node)) }
    }

    /// No point.
    pub(super) fn bottom(dimensions: usize) -> Element<M> {
        Element { dimensions, node: None }
    }

    /// An element that is closed already.
    pub(super) fn closed(dimensions: usize, closed: Closed<M>) -> Element<M> {
        Element::of(dimensions, None, None, OnceLock::from(Some(closed)))
    }

    /// An element that will be closed when needed.
    pub(super) fn unclosed(dimensions: usize, matrix: M) -> Element<M> {
        Element::of(dimensions, Some(matrix), None, OnceLock::new())
    }

    /// The result of a widening, which must stay as it is.
    pub(super) fn widened(dimensions: usize, matrix: M) -> Element<M> {
        Element::of(dimensions, None, Some(matrix), OnceLock::new())
    }

    /// The number of variables.
    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// The closed bounds; `None` for bottom.
    #[inline]
    pub(super) fn bounds(&self, layout: &Layout) -> Option<&Closed<M>> {
        let node = self.node.as_ref()?;
        match node.closed.get() {
            Some(closed) => closed.as_ref(),
            None => node.close(layout),
        }
    }

    /// The bounds from which a widening goes on.
    pub(super) fn left_of_widening(&self) -> Option<&M> {
        self.node.as_ref()?.widened.as_ref()
    }

    /// Are both the same object?
    #[inline]
    pub(super) fn is(&self, other: &Element<M>) -> bool {
        match (&self.node, &other.node) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b),
            (a, b) => a.is_none() && b.is_none(),
        }
    }
}

impl<M: Matrix> Node<M> {
    #[cold]
    fn close(&self, layout: &Layout) -> Option<&Closed<M>> {
        let closed = self.closed.get_or_init(|| {
            let mut matrix = match &self.widened {
                Some(widened) => widened.clone(),
                None => {
                    let mut pending = self.pending.lock().unwrap_or_else(|lock| lock.into_inner());
                    pending.take().expect("an element that is not closed has a matrix to close")
                }
            };
            match matrix.close(layout) {
                Closing::Empty => None,
                closing => Some(Closed { matrix, tight: closing == Closing::Tight }),
            }
        });
        closed.as_ref()
    }
}

impl<M: Matrix> fmt::Debug for Element<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(node) = &self.node else { return write!(f, "bottom of {}", self.dimensions) };
        let mut out = f.debug_struct("Element");
        out.field("dimensions", &self.dimensions);
        match (node.closed.get(), &node.widened) {
            (Some(closed), _) => out.field("closed", closed),
            (None, Some(widened)) => out.field("widened", widened),
            (None, None) => out.field("unclosed", &node.pending),
        };
        out.finish()
    }
}
