//! Streams, files, time, processes and threads.

use super::{Bytes, Meaning, Memory, Model, Streams, prototype::Kind, reads, writes};
use Bytes::{Formatted, Pointee, Some, Terminated, UpTo};
use Kind::{Any, Callback, Integer, More, Pointer, Void};
use Memory::{Anything, Reads, Writes};

const I: Kind = Integer;
const P: Kind = Pointer;

/// What works on a stream that the program opened or found open.
const fn stream(names: &'static str, parameters: &'static [Kind], result: Kind) -> Model {
    Model::new(names, parameters, result).memory(Reads).streams(Streams::Uses)
}

pub(super) const ROWS: &[Model] = &[
    stream("printf", &[P, More], I).format(0).touches(&[reads(0, Terminated)]),
    stream("fprintf", &[P, P, More], I).format(1).touches(&[reads(1, Terminated)]),
    stream("dprintf", &[I, P, More], I).format(1).touches(&[reads(1, Terminated)]),
    stream("vprintf", &[P, Any], I).format(0).touches(&[reads(0, Terminated)]),
    stream("vfprintf", &[P, P, Any], I).format(1).touches(&[reads(1, Terminated)]),
    stream("__printf_chk", &[I, P, More], I).format(1).touches(&[reads(1, Terminated)]),
    stream("__fprintf_chk", &[P, I, P, More], I).format(2).touches(&[reads(2, Terminated)]),
    stream("__vprintf_chk", &[I, P, Any], I).format(1).touches(&[reads(1, Terminated)]),
    stream("__vfprintf_chk", &[P, I, P, Any], I).format(2).touches(&[reads(2, Terminated)]),
    Model::new("syslog", &[I, P, More], Void)
        .memory(Reads)
        .format(1)
        .touches(&[reads(1, Terminated)]),
    Model::new("sprintf", &[P, P, More], I)
        .memory(Writes)
        .format(1)
        .touches(&[writes(0, Formatted), reads(1, Terminated)])
        .meaning(Meaning::Print { most: None }),
    Model::new("snprintf", &[P, I, P, More], I)
        .memory(Writes)
        .format(2)
        .touches(&[writes(0, UpTo(1)), reads(2, Terminated)])
        .meaning(Meaning::Print { most: Option::Some(1) }),
    Model::new("vsprintf", &[P, P, Any], I)
        .memory(Writes)
        .format(1)
        .touches(&[writes(0, Formatted), reads(1, Terminated)])
        .meaning(Meaning::Print { most: None }),
    Model::new("vsnprintf", &[P, I, P, Any], I)
        .memory(Writes)
        .format(2)
        .touches(&[writes(0, UpTo(1)), reads(2, Terminated)])
        .meaning(Meaning::Print { most: Option::Some(1) }),
    Model::new("__sprintf_chk", &[P, I, I, P, More], I)
        .memory(Writes)
        .format(3)
        .touches(&[writes(0, Formatted), reads(3, Terminated)])
        .meaning(Meaning::Print { most: None }),
    Model::new("__snprintf_chk", &[P, I, I, I, P, More], I)
        .memory(Writes)
        .format(4)
        .touches(&[writes(0, UpTo(1)), reads(4, Terminated)])
        .meaning(Meaning::Print { most: Option::Some(1) }),
    Model::new("__vsprintf_chk", &[P, I, I, P, Any], I)
        .memory(Writes)
        .format(3)
        .touches(&[writes(0, Formatted), reads(3, Terminated)])
        .meaning(Meaning::Print { most: None }),
    Model::new("__vsnprintf_chk", &[P, I, I, I, P, Any], I)
        .memory(Writes)
        .format(4)
        .touches(&[writes(0, UpTo(1)), reads(4, Terminated)])
        .meaning(Meaning::Print { most: Option::Some(1) }),
    Model::new("asprintf __asprintf", &[P, P, More], I)
        .memory(Writes)
        .format(1)
        .touches(&[writes(0, Pointee), reads(1, Terminated)])
        .meaning(Meaning::PrintNew),
    Model::new("vasprintf", &[P, P, Any], I)
        .memory(Writes)
        .format(1)
        .touches(&[writes(0, Pointee), reads(1, Terminated)])
        .meaning(Meaning::PrintNew),
    Model::new("__asprintf_chk", &[P, I, P, More], I)
        .memory(Writes)
        .format(2)
        .touches(&[writes(0, Pointee), reads(2, Terminated)])
        .meaning(Meaning::PrintNew),
    Model::new("__vasprintf_chk", &[P, I, P, Any], I)
        .memory(Writes)
        .format(2)
        .touches(&[writes(0, Pointee), reads(2, Terminated)])
        .meaning(Meaning::PrintNew),
    stream("getline", &[P, P, P], I)
        .memory(Memory::Frees)
        .touches(&[writes(0, Pointee), writes(1, Pointee)])
        .meaning(Meaning::Line),
    stream("getdelim __getdelim", &[P, P, I, P], I)
        .memory(Memory::Frees)
        .touches(&[writes(0, Pointee), writes(1, Pointee)])
        .meaning(Meaning::Line),
    stream("puts", &[P], I).touches(&[reads(0, Terminated)]),
    stream("fputs", &[P, P], I).touches(&[reads(0, Terminated)]),
    stream("perror", &[P], Void),
    stream("fwrite", &[P, I, I, P], I).touches(&[reads(0, Bytes::Product(1, 2))]),
    stream("putchar", &[I], I),
    stream("fputc putc ungetc", &[I, P], I),
    stream("getchar", &[], I).meaning(Meaning::Within(-1, 255)),
    stream("fgetc getc", &[P], I).meaning(Meaning::Within(-1, 255)),
    stream("fflush", &[P], I),
    stream("feof ferror fileno fclose ftell", &[P], I),
    stream("clearerr rewind", &[P], Void),
    stream("fseek", &[P, I, I], I),
    stream("fopen", &[P, P], P),
    stream("fdopen", &[I, P], P),
    stream("fgets", &[P, I, P], P)
        .memory(Writes)
        .touches(&[writes(0, UpTo(1))])
        .meaning(Meaning::FirstOrNull),
    stream("__fgets_chk", &[P, I, I, P], P).memory(Writes).touches(&[writes(0, UpTo(2))]),
    stream("gets", &[P], P).memory(Writes).touches(&[writes(0, Some)]),
    stream("fread", &[P, I, I, P], I)
        .memory(Writes)
        .touches(&[writes(0, Bytes::Product(1, 2))])
        .meaning(Meaning::AtMost(2)),
    stream("scanf __isoc99_scanf __isoc23_scanf", &[P, More], I)
        .memory(Writes)
        .scan(0)
        .touches(&[reads(0, Terminated)]),
    stream("fscanf __isoc99_fscanf __isoc23_fscanf", &[P, P, More], I)
        .memory(Writes)
        .scan(1)
        .touches(&[reads(1, Terminated)]),
    Model::new("sscanf __isoc99_sscanf __isoc23_sscanf", &[P, P, More], I)
        .memory(Writes)
        .scan(1)
        .touches(&[reads(0, Terminated), reads(1, Terminated)]),
    // What is behind a stream changes when others work on it.
    stream("setvbuf", &[P, P, I, I], I).memory(Memory::Kept).streams(Streams::KeepsMemory),
    stream("setbuf", &[P, P], Void).memory(Memory::Kept).streams(Streams::KeepsMemory),
    stream("setbuffer", &[P, P, I], Void).memory(Memory::Kept).streams(Streams::KeepsMemory),
    stream("open_memstream open_wmemstream", &[P, P], P)
        .memory(Memory::Kept)
        .streams(Streams::KeepsMemory),
    stream("fmemopen", &[P, I, P], P).memory(Memory::Kept).streams(Streams::KeepsMemory),
    stream("fopencookie", &[P, P, Any], P).memory(Memory::Kept).streams(Streams::KeepsFunctions),
    stream("funopen", &[P, Callback, Callback, Callback, Callback], P)
        .memory(Memory::Kept)
        .streams(Streams::KeepsFunctions),
    Model::new("read", &[I, P, I], I)
        .memory(Writes)
        .touches(&[writes(1, UpTo(2))])
        .meaning(Meaning::AtMost(2)),
    Model::new("recv", &[I, P, I, I], I)
        .memory(Writes)
        .touches(&[writes(1, UpTo(2))])
        .meaning(Meaning::AtMost(2)),
    Model::new("write", &[I, P, I], I)
        .memory(Reads)
        .touches(&[reads(1, UpTo(2))])
        .meaning(Meaning::AtMost(2)),
    Model::new("send", &[I, P, I, I], I)
        .memory(Reads)
        .touches(&[reads(1, UpTo(2))])
        .meaning(Meaning::AtMost(2)),
    Model::new("__read_chk", &[I, P, I, I], I)
        .memory(Writes)
        .touches(&[writes(1, UpTo(2))])
        .meaning(Meaning::AtMost(2)),
    Model::new("close isatty", &[I], I),
    Model::new("open", &[P, I, More], I).memory(Reads),
    Model::new("creat", &[P, I], I).memory(Reads),
    Model::new("access mkdir", &[P, I], I).memory(Reads),
    Model::new("chdir rmdir remove unlink system", &[P], I).memory(Reads),
    Model::new("rename", &[P, P], I).memory(Reads),
    Model::new("getenv secure_getenv", &[P], P)
        .memory(Reads)
        .touches(&[reads(0, Terminated)])
        .meaning(Meaning::Text { may_fail: true }),
    Model::new("stat lstat utime", &[P, P], I).memory(Writes),
    Model::new("fstat", &[I, P], I).memory(Writes),
    Model::new("pipe", &[P], I).memory(Writes).touches(&[writes(0, Some)]),
    Model::new("getcwd", &[P, I], P).memory(Writes),
    Model::new("rand", &[], I).meaning(Meaning::Within(0, i32::MAX as i64)),
    Model::new("lrand48", &[], I).meaning(Meaning::Within(0, i64::MAX)),
    // The program may give it its state to keep, which every use changes, as with a stream.
    Model::new("random", &[], I).streams(Streams::Uses).meaning(Meaning::Within(0, i64::MAX)),
    Model::new("srandom", &[I], Void).streams(Streams::Uses),
    stream("initstate", &[I, P, I], P).memory(Memory::Kept).streams(Streams::KeepsMemory),
    stream("setstate", &[P], P).memory(Memory::Kept).streams(Streams::KeepsMemory),
    Model::new("drand48", &[], Kind::Float(64)),
    Model::new("srand srand48", &[I], Void),
    Model::new(
        "clock getpid getppid getuid geteuid getgid getegid getpagesize sched_yield",
        &[],
        I,
    ),
    Model::new("difftime", &[I, I], Kind::Float(64)),
    Model::new("sysconf sleep usleep alarm umask", &[I], I),
    Model::new("time", &[P], I).memory(Writes),
    Model::new("gettimeofday", &[P, P], I).memory(Writes),
    Model::new("clock_gettime", &[I, P], I).memory(Writes).touches(&[writes(1, Some)]),
    Model::new("nanosleep", &[P, P], I).memory(Writes).touches(&[reads(0, Some)]),
    // Atomic blocks of verifiers.
    Model::new(
        "__VERIFIER_atomic_begin __VERIFIER_atomic_end __CPROVER_atomic_begin __CPROVER_atomic_end",
        &[],
        Void,
    ),
    Model::new("pthread_self", &[], Any),
    Model::new("pthread_mutex_init", &[P, P], I).memory(Writes).touches(&[writes(0, Some)]),
    Model::new(
        "pthread_mutex_lock pthread_mutex_trylock pthread_mutex_unlock pthread_mutex_destroy",
        &[P],
        I,
    )
    .memory(Writes)
    .touches(&[writes(0, Some)]),
    Model::new("pthread_attr_init pthread_attr_destroy", &[P], I)
        .memory(Writes)
        .touches(&[writes(0, Some)]),
    Model::new("pthread_join", &[Any, P], I).memory(Writes),
    Model::new("pthread_detach", &[Any], I).memory(Writes),
    // What these call may do anything.
    Model::new("qsort", &[P, I, I, Callback], Void)
        .memory(Anything)
        .touches(&[writes(0, Bytes::Product(1, 2))])
        .meaning(Meaning::Sort),
    Model::new("bsearch", &[P, P, I, I, Callback], P)
        .memory(Anything)
        .touches(&[reads(1, Bytes::Product(2, 3))])
        .meaning(Meaning::Search),
    Model::new("atexit at_quick_exit", &[Callback], I).memory(Anything),
    Model::new("on_exit", &[Callback, P], I).memory(Anything),
    Model::new("pthread_once", &[P, Callback], I).memory(Anything),
    Model::new("pthread_create", &[P, P, Callback, P], I).memory(Anything).concurrent(),
    Model::new("thrd_create", &[P, Callback, P], I).memory(Anything).concurrent(),
    Model::new("fork", &[], I).memory(Anything).concurrent(),
    Model::new("clone", &[Callback, P, I, P, More], I).memory(Anything).concurrent(),
    Model::new("signal bsd_signal sysv_signal sigset", &[I, Callback], Callback)
        .memory(Anything)
        .concurrent(),
    Model::new("sigaction", &[I, P, P], I).memory(Anything).concurrent(),
    Model::new("timer_create", &[I, P, P], I).memory(Anything).concurrent(),
    Model::new("mq_notify", &[I, P], I).memory(Anything).concurrent(),
    Model::new("aio_read aio_write", &[P], I).memory(Anything).concurrent(),
    Model::new("lio_listio", &[I, P, I, P], I).memory(Anything).concurrent(),
];
