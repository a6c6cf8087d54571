//! The one place where the hasher of maps and sets is chosen.
//!
//! `fxhash` is fast on small keys and unseeded, so iteration order never differs between runs;
//! nothing may depend on that order all the same. The crate is no longer maintained: whoever
//! replaces it changes these two lines.

/// Hash map.
pub type Map<K, V> = fxhash::FxHashMap<K, V>;
/// Hash set.
pub type Set<K> = fxhash::FxHashSet<K>;
