//! Telling the system which memory deserves large pages.

use std::mem::ManuallyDrop;
use std::sync::atomic::AtomicU64;

/// Bytes of a large page.
pub const LARGE_PAGE: usize = 2 << 20;

/// Asks for large pages where they fit into this memory, best before it is touched. A look-up far from
/// the last one otherwise waits for the page tables as well as for the memory. Only a hint: nothing
/// changes but time.
pub fn advise_large_pages<T>(memory: &[T]) {
    #[cfg(target_os = "linux")]
    {
        use std::ffi::{c_int, c_void};
        unsafe extern "C" {
            fn madvise(address: *mut c_void, length: usize, advice: c_int) -> c_int;
        }
        /// The same number on every Linux (asm-generic/mman-common.h).
        const MADV_HUGEPAGE: c_int = 14;
        let start = memory.as_ptr().addr();
        let end = start + size_of_val(memory);
        let (first, last) = (
            start.next_multiple_of(LARGE_PAGE),
            end / LARGE_PAGE * LARGE_PAGE,
        );
        if first < last {
            let address = memory.as_ptr().with_addr(first).cast_mut().cast::<c_void>();
            // SAFETY: the range lies within `memory`, and this advice leaves its contents alone. A
            // system that does not know it answers with an error, which is of no interest.
            let _ = unsafe { madvise(address, last - first, MADV_HUGEPAGE) };
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = memory;
}

/// Items to leave out at the front of a table, so that what follows begins on a large page; on a multiple
/// of `least` bytes if the table, `bytes` long without them, is smaller than such a page. The memory must
/// have [`spare`] bytes more than the table.
pub fn skip<T>(memory: &[T], bytes: usize, least: usize) -> usize {
    let alignment = spare(bytes, least);
    let start = memory.as_ptr().addr();
    (start.next_multiple_of(alignment) - start) / size_of::<T>()
}

/// Bytes that a table of so many bytes needs beside itself, to begin where [`skip`] wants it to.
pub const fn spare(bytes: usize, least: usize) -> usize {
    if bytes < LARGE_PAGE {
        least
    } else {
        LARGE_PAGE
    }
}

/// So many words, all zero, on large pages where these fit. The system gives the memory piece by piece
/// as it is touched: until then it costs nothing.
pub fn zeroed_words(count: usize) -> Vec<AtomicU64> {
    const { assert!(align_of::<AtomicU64>() == align_of::<u64>()) };
    let mut words = ManuallyDrop::new(vec![0u64; count]);
    let (start, len, capacity) = (words.as_mut_ptr(), words.len(), words.capacity());
    // SAFETY: the parts are those of a vector that is not dropped, and an atomic word has the size, the
    // alignment and the bits of a plain one.
    let words = unsafe { Vec::from_raw_parts(start.cast::<AtomicU64>(), len, capacity) };
    advise_large_pages(&words);
    words
}
