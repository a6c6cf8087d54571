//! Kinds of nodes, fixed at compile time so that each gets a search body of its own.

/// A kind of node.
pub(super) trait Node {
    /// Whether the window is open: an exact value is wanted, and the line to it.
    const PV: bool;
}

/// On the principal variation, or a candidate for it.
pub(super) struct Pv;
/// Searched with a null window only to see whether it fails high or low.
pub(super) struct NonPv;

impl Node for Pv {
    const PV: bool = true;
}

impl Node for NonPv {
    const PV: bool = false;
}
