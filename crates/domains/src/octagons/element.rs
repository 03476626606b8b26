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

/// What clones share.
enum Node<M> {
    Closed(Closed<M>),
    Open(Open<M>),
}

/// Bounds that are closed when somebody asks.
struct Open<M> {
    origin: Origin<M>,
    closed: OnceLock<Option<Closed<M>>>,
}

/// Where bounds come from.
enum Origin<M> {
    /// Taken when they are closed, to be closed in place.
    Pending(Mutex<Option<Pending<M>>>),
    /// Bounds as a widening left them. They stay, because a chain of widenings on closed matrices
    /// need not converge (Miné, HOSC 2006, Sect. 4.4).
    Widened(M),
}

/// Bounds that nobody has asked for yet.
enum Pending<M> {
    /// They were given so.
    Given(M),
    /// Those of a closed element, but for a node of which nothing is known. Not copied until it must
    /// be: what is forgotten is often assigned next, or looked at when the other element is gone.
    Forgotten(Arc<Node<M>>, usize),
}

impl<M: Matrix> Element<M> {
    #[inline]
    fn of(dimensions: usize, node: Node<M>) -> Element<M> {
        Element { dimensions, node: Some(Arc::new(node)) }
    }

    #[inline]
    fn open(dimensions: usize, origin: Origin<M>) -> Element<M> {
        Element::of(dimensions, Node::Open(Open { origin, closed: OnceLock::new() }))
    }

    #[inline]
    fn pending(dimensions: usize, pending: Pending<M>) -> Element<M> {
        Element::open(dimensions, Origin::Pending(Mutex::new(Some(pending))))
    }

    /// No point.
    pub(super) fn bottom(dimensions: usize) -> Element<M> {
        Element { dimensions, node: None }
    }

    /// An element that is closed already.
    pub(super) fn closed(dimensions: usize, closed: Closed<M>) -> Element<M> {
        Element::of(dimensions, Node::Closed(closed))
    }

    /// An element that will be closed when needed.
    pub(super) fn unclosed(dimensions: usize, matrix: M) -> Element<M> {
        Element::pending(dimensions, Pending::Given(matrix))
    }

    /// The result of a widening, which must stay as it is.
    pub(super) fn widened(dimensions: usize, matrix: M) -> Element<M> {
        Element::open(dimensions, Origin::Widened(matrix))
    }

    /// This element, which has been closed, with nothing known about a node and its twin.
    pub(super) fn without(&self, node: usize) -> Element<M> {
        match &self.node {
            Some(own) => Element::pending(self.dimensions, Pending::Forgotten(own.clone(), node)),
            None => self.clone(),
        }
    }

    /// The number of variables.
    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// The closed bounds; `None` for bottom.
    #[inline]
    pub(super) fn bounds(&self, layout: &Layout) -> Option<&Closed<M>> {
        self.node.as_ref()?.bounds(layout)
    }

    /// The bounds from which a widening goes on.
    #[inline]
    pub(super) fn left_of_widening(&self) -> Option<&M> {
        match &**self.node.as_ref()? {
            Node::Open(Open { origin: Origin::Widened(matrix), .. }) => Some(matrix),
            _ => None,
        }
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
    #[inline]
    fn bounds(&self, layout: &Layout) -> Option<&Closed<M>> {
        match self {
            Node::Closed(closed) => Some(closed),
            Node::Open(open) => match open.closed.get() {
                Some(closed) => closed.as_ref(),
                None => open.close(layout),
            },
        }
    }

    /// The bounds, for somebody who has the node for himself.
    fn into_bounds(self) -> Option<Closed<M>> {
        match self {
            Node::Closed(closed) => Some(closed),
            Node::Open(open) => open.closed.into_inner().flatten(),
        }
    }
}

impl<M: Matrix> Open<M> {
    #[cold]
    fn close(&self, layout: &Layout) -> Option<&Closed<M>> {
        let closed = self.closed.get_or_init(|| match &self.origin {
            Origin::Widened(matrix) => close(matrix.clone(), layout),
            Origin::Pending(pending) => {
                let mut pending = pending.lock().unwrap_or_else(|lock| lock.into_inner());
                pending.take().expect("an element that is not closed has bounds").close(layout)
            }
        });
        closed.as_ref()
    }
}

impl<M: Matrix> Pending<M> {
    fn close(self, layout: &Layout) -> Option<Closed<M>> {
        match self {
            Pending::Given(matrix) => close(matrix, layout),
            Pending::Forgotten(from, node) => {
                let mut closed = match Arc::try_unwrap(from) {
                    Ok(unshared) => unshared.into_bounds()?,
                    Err(shared) => shared.bounds(layout)?.clone(),
                };
                closed.matrix.forget(layout.rows, node);
                debug_assert!(!closed.tight || is_closed(&closed.matrix, layout), "it stays so");
                Some(closed)
            }
        }
    }
}

fn close<M: Matrix>(mut matrix: M, layout: &Layout) -> Option<Closed<M>> {
    match matrix.close(layout) {
        Closing::Empty => None,
        closing => Some(Closed { matrix, tight: closing == Closing::Tight }),
    }
}

/// Does closing change nothing?
pub(super) fn is_closed<M: Matrix>(matrix: &M, layout: &Layout) -> bool {
    let mut again = matrix.clone();
    again.close(layout) != Closing::Empty && again.same(matrix)
}

impl<M: Matrix> fmt::Debug for Element<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(node) = &self.node else { return write!(f, "bottom of {}", self.dimensions) };
        let mut out = f.debug_struct("Element");
        out.field("dimensions", &self.dimensions);
        match &**node {
            Node::Closed(closed) => out.field("closed", closed),
            Node::Open(open) => match (open.closed.get(), &open.origin) {
                (Some(closed), _) => out.field("closed", closed),
                (None, Origin::Widened(matrix)) => out.field("widened", matrix),
                (None, Origin::Pending(pending)) => out.field("unclosed", pending),
            },
        };
        out.finish()
    }
}

impl<M: fmt::Debug> fmt::Debug for Pending<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Pending::Given(matrix) => write!(f, "{matrix:?}"),
            Pending::Forgotten(_, node) => write!(f, "bounds without node {node}"),
        }
    }
}
