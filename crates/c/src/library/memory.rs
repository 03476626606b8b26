//! Memory and strings.

use super::{Bytes, Meaning, Memory, Model, Touch, prototype::Kind, reads, writes};
use Bytes::{Exactly, Some, Terminated, TerminatedUpTo, UpTo};
use Kind::{Any, Float, Integer, Pointer, Void};
use Memory::{Kept, Reads, Writes};

const I: Kind = Integer;
const P: Kind = Pointer;

/// Both are strings.
const BOTH: &[Touch] = &[reads(0, Terminated), reads(1, Terminated)];
const FIRST: &[Touch] = &[reads(0, Terminated)];
/// Both have as many bytes as the third argument says.
const COMPARED: &[Touch] = &[reads(0, Exactly(2)), reads(1, Exactly(2))];
const COPIED: &[Touch] = &[writes(0, Exactly(2)), reads(1, Exactly(2))];
const STRING_COPIED: &[Touch] = &[writes(0, Bytes::String(1)), reads(1, Terminated)];
const APPENDED: &[Touch] = &[writes(0, Bytes::Appended(1)), reads(1, Terminated)];

pub(super) const ROWS: &[Model] = &[
    Model::new("malloc valloc", &[I], P)
        .memory(Memory::Allocates)
        .meaning(Meaning::Allocate { size: 0, may_fail: true }),
    Model::new("kmalloc __kmalloc", &[I, I], P)
        .memory(Memory::Allocates)
        .meaning(Meaning::Allocate { size: 0, may_fail: true }),
    Model::new("alloca", &[I], P)
        .memory(Memory::Allocates)
        .meaning(Meaning::Allocate { size: 0, may_fail: false }),
    Model::new("aligned_alloc memalign", &[I, I], P)
        .memory(Memory::Allocates)
        .meaning(Meaning::Allocate { size: 1, may_fail: true }),
    Model::new("calloc", &[I, I], P).memory(Memory::Allocates).meaning(Meaning::AllocateZeroed),
    Model::new("realloc", &[P, I], P).memory(Memory::Frees).meaning(Meaning::Reallocate(Option::Some(1))),
    Model::new("reallocarray", &[P, I, I], P)
        .memory(Memory::Frees)
        .meaning(Meaning::Reallocate(None)),
    Model::new("free cfree", &[P], Void).memory(Memory::Frees).meaning(Meaning::Free),
    Model::new("memmove", &[P, P, I], P).memory(Writes).touches(COPIED).meaning(Meaning::Copy),
    Model::new("memcpy", &[P, P, I], P)
        .memory(Writes)
        .touches(COPIED)
        .meaning(Meaning::Copy)
        .apart(),
    Model::new("__memmove_chk", &[P, P, I, I], P)
        .memory(Writes)
        .touches(COPIED)
        .meaning(Meaning::Copy),
    Model::new("__memcpy_chk", &[P, P, I, I], P)
        .memory(Writes)
        .touches(COPIED)
        .meaning(Meaning::Copy)
        .apart(),
    Model::new("mempcpy __mempcpy", &[P, P, I], P).memory(Writes).touches(COPIED).apart(),
    Model::new("__mempcpy_chk", &[P, P, I, I], P).memory(Writes).touches(COPIED).apart(),
    Model::new("memset", &[P, I, I], P)
        .memory(Writes)
        .touches(&[writes(0, Exactly(2))])
        .meaning(Meaning::Fill),
    Model::new("__memset_chk", &[P, I, I, I], P)
        .memory(Writes)
        .touches(&[writes(0, Exactly(2))])
        .meaning(Meaning::Fill),
    Model::new("bcopy", &[P, P, I], Void)
        .memory(Writes)
        .touches(&[reads(0, Exactly(2)), writes(1, Exactly(2))]),
    Model::new("bzero explicit_bzero", &[P, I], Void)
        .memory(Writes)
        .touches(&[writes(0, Exactly(1))]),
    Model::new("memcmp", &[P, P, I], I)
        .memory(Reads)
        .touches(COMPARED)
        .meaning(Meaning::Compare { strings: false, most: Option::Some(2) }),
    Model::new("bcmp", &[P, P, I], I).memory(Reads).touches(COMPARED),
    Model::new("memchr memrchr", &[P, I, I], P).memory(Reads),
    Model::new("strlen", &[P], I).memory(Reads).touches(FIRST).meaning(Meaning::StringLength),
    Model::new("strnlen", &[P, I], I).memory(Reads).meaning(Meaning::Within(0, 1 << 62)),
    Model::new("wcslen", &[P], I).memory(Reads).touches(&[reads(0, Some)]),
    Model::new("strcmp", &[P, P], I)
        .memory(Reads)
        .touches(BOTH)
        .meaning(Meaning::Compare { strings: true, most: None }),
    Model::new("strcasecmp strcoll", &[P, P], I).memory(Reads).touches(BOTH),
    Model::new("wcscmp", &[P, P], I)
        .memory(Reads)
        .touches(&[reads(0, Some), reads(1, Some)]),
    Model::new("strncmp", &[P, P, I], I)
        .memory(Reads)
        .meaning(Meaning::Compare { strings: true, most: Option::Some(2) }),
    Model::new("strncasecmp", &[P, P, I], I).memory(Reads),
    Model::new("strchr strrchr strchrnul index rindex", &[P, I], P)
        .memory(Reads)
        .touches(FIRST)
        .meaning(Meaning::Inside),
    Model::new("strstr strcasestr strpbrk", &[P, P], P)
        .memory(Reads)
        .touches(BOTH)
        .meaning(Meaning::Inside),
    Model::new("strspn strcspn", &[P, P], I).memory(Reads).touches(BOTH),
    Model::new("strdup __strdup", &[P], P)
        .memory(Reads)
        .touches(FIRST)
        .meaning(Meaning::Duplicate(None)),
    Model::new("strndup __strndup", &[P, I], P)
        .memory(Reads)
        .meaning(Meaning::Duplicate(Option::Some(1))),
    Model::new("strcpy", &[P, P], P)
        .memory(Writes)
        .touches(STRING_COPIED)
        .meaning(Meaning::CopyString { most: None, append: false }),
    Model::new("stpcpy", &[P, P], P).memory(Writes).touches(STRING_COPIED),
    Model::new("__strcpy_chk __stpcpy_chk", &[P, P, I], P).memory(Writes).touches(STRING_COPIED),
    Model::new("strncpy", &[P, P, I], P)
        .memory(Writes)
        .touches(&[writes(0, Exactly(2)), reads(1, TerminatedUpTo(2))])
        .meaning(Meaning::CopyString { most: Option::Some(2), append: false }),
    Model::new("stpncpy", &[P, P, I], P)
        .memory(Writes)
        .touches(&[writes(0, Exactly(2)), reads(1, TerminatedUpTo(2))]),
    Model::new("__strncpy_chk __stpncpy_chk", &[P, P, I, I], P)
        .memory(Writes)
        .touches(&[writes(0, Exactly(2)), reads(1, TerminatedUpTo(2))]),
    Model::new("strcat", &[P, P], P)
        .memory(Writes)
        .touches(APPENDED)
        .meaning(Meaning::CopyString { most: None, append: true }),
    Model::new("__strcat_chk", &[P, P, I], P).memory(Writes).touches(APPENDED),
    // With a length of 0 the second argument may be any pointer.
    Model::new("strncat", &[P, P, I], P)
        .memory(Writes)
        .touches(&[writes(0, Bytes::AppendedUpTo(2))])
        .meaning(Meaning::CopyString { most: Option::Some(2), append: true }),
    Model::new("__strncat_chk", &[P, P, I, I], P)
        .memory(Writes)
        .touches(&[writes(0, Bytes::AppendedUpTo(2))]),
    Model::new("strlcpy strlcat", &[P, P, I], I)
        .memory(Writes)
        .touches(&[writes(0, UpTo(2)), reads(1, Terminated)]),
    // The string of the first call is used by the later ones.
    Model::new("strtok", &[P, P], P).memory(Kept).touches(&[reads(1, Terminated)]),
    Model::new("strtok_r __strtok_r", &[P, P, P], P)
        .memory(Kept)
        .touches(&[reads(1, Terminated), writes(2, Some)]),
    Model::new("strsep", &[P, P], P).memory(Kept).touches(&[writes(0, Some), reads(1, Terminated)]),
    Model::new("atoi atol atoll", &[P], I).memory(Reads).touches(FIRST),
    Model::new("atof", &[P], Float(64)).memory(Reads).touches(FIRST),
    Model::new(
        "strtol strtoul strtoll strtoull __isoc23_strtol __isoc23_strtoul __isoc23_strtoll __isoc23_strtoull",
        &[P, P, I],
        I,
    )
    .memory(Writes)
    .touches(FIRST)
    .meaning(Meaning::Parse),
    Model::new("strtod", &[P, P], Float(64)).memory(Writes).touches(FIRST).meaning(Meaning::Parse),
    Model::new("strtof", &[P, P], Float(32)).memory(Writes).touches(FIRST).meaning(Meaning::Parse),
    Model::new("strtold", &[P, P], Float(80)).memory(Writes).touches(FIRST).meaning(Meaning::Parse),
    Model::new("__errno_location", &[], P).memory(Reads).meaning(Meaning::Variable),
    Model::new("__ctype_b_loc __ctype_tolower_loc __ctype_toupper_loc", &[], P)
        .memory(Reads),
    // The next call may use the same memory: no more is known of what is there than that it is a string.
    Model::new("strerror", &[I], P).memory(Reads).meaning(Meaning::Text { may_fail: false }),
    Model::new("__goblint_unknown", &[P], Any).memory(Writes),
];
