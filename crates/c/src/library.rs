//! Functions of the C library and of compilers: what a call of one without a body does to memory.

/// What a function does to the memory of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LibraryEffect {
    /// It sees no memory. What the outside gives it (input, random numbers) may be anything.
    Alone,
    /// It only reads, through the pointers that it is given or has.
    Reads,
    /// It reads and writes, only through the pointers that it is given.
    Writes,
    /// It gives out new memory.
    Allocates,
    /// It takes memory back, and may give out new memory.
    Frees,
}

/// The names, by what the functions do. Prefixes and suffixes that say who provides a function are left out.
const NAMES: &[(LibraryEffect, &str)] = &[
    (
        LibraryEffect::Alone,
        "abs labs llabs isalpha isdigit isalnum isspace isblank isupper islower isxdigit isprint \
         ispunct iscntrl isgraph isascii toascii toupper tolower getchar fgetc getc putchar fputc \
         putc rand random srand srandom drand48 lrand48 srand48 clock difftime getpid getppid \
         getuid geteuid getgid getegid getpagesize sysconf sleep usleep alarm umask sched_yield \
         isatty close htons htonl ntohs ntohl exit abort _exit assert pthread_self \
         VERIFIER_atomic_begin VERIFIER_atomic_end CPROVER_atomic_begin CPROVER_atomic_end",
    ),
    (
        LibraryEffect::Alone,
        "sqrt sqrtf sqrtl cbrt cbrtf pow powf powl hypot exp expf exp2 expm1 log logf log2 log10 \
         log1p sin sinf cos cosf tan tanf asin acos atan atanf atan2 atan2f sinh cosh tanh floor \
         floorf floorl ceil ceilf ceill round roundf roundl trunc truncf truncl rint rintf nearbyint \
         nearbyintf lround lroundf llround lrint lrintf llrint fabs fabsf fabsl fmod fmodf fmodl \
         remainder remainderf fmin fminf fmax fmaxf fdim fma copysign copysignf ldexp isnan isnanf \
         isnanl isinf isinff isinfl isfinite isnormal finite signbit signbitf signbitl isgreater \
         isgreaterequal isless islessequal islessgreater isunordered fpclassify nan nanf nanl \
         huge_val huge_valf huge_vall inf inff infl",
    ),
    (
        LibraryEffect::Alone,
        "clz ctz popcount parity ffs clrsb clzl ctzl popcountl parityl ffsl clrsbl clzll ctzll \
         popcountll parityll ffsll clrsbll bswap16 bswap32 bswap64 constant_p object_size prefetch \
         frame_address return_address",
    ),
    (
        LibraryEffect::Reads,
        "printf fprintf vprintf vfprintf dprintf puts fputs perror syslog fflush fwrite write send \
         strlen strnlen strcmp strncmp strcasecmp strncasecmp strcoll memcmp bcmp strchr strrchr \
         strchrnul index rindex strstr strcasestr memchr memrchr strspn strcspn strpbrk strdup \
         strndup wcslen wcscmp atoi atol atoll atof getenv strerror errno_location ctype_b_loc \
         ctype_tolower_loc ctype_toupper_loc fopen fdopen open creat access chdir mkdir rmdir remove \
         rename unlink system fileno feof ferror clearerr fclose fseek ftell rewind ungetc",
    ),
    (
        LibraryEffect::Writes,
        "memcpy memmove memset mempcpy bcopy bzero strcpy strncpy strcat strncat stpcpy stpncpy \
         strlcpy strlcat strtok strtok_r sprintf snprintf vsprintf vsnprintf fgets gets fread read \
         recv scanf sscanf fscanf isoc99_scanf isoc99_sscanf isoc99_fscanf isoc23_scanf isoc23_sscanf \
         isoc23_fscanf strtol strtoul strtoll strtoull strtod strtof strtold isoc23_strtol \
         isoc23_strtoul isoc23_strtoll isoc23_strtoull time gettimeofday clock_gettime nanosleep stat \
         fstat lstat utime pipe getcwd setvbuf setbuf frexp modf modff add_overflow sub_overflow \
         mul_overflow sadd_overflow ssub_overflow smul_overflow uadd_overflow usub_overflow \
         umul_overflow pthread_mutex_init pthread_mutex_lock pthread_mutex_trylock \
         pthread_mutex_unlock pthread_mutex_destroy pthread_join pthread_detach pthread_attr_init \
         pthread_attr_destroy goblint_unknown",
    ),
    (LibraryEffect::Allocates, "malloc calloc alloca valloc aligned_alloc kmalloc"),
    (LibraryEffect::Frees, "free cfree realloc reallocarray"),
];

/// How much of what an argument points to a function uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Touched {
    /// As many bytes as another argument says.
    Bytes(usize),
    /// At most as many bytes as another argument says.
    UpTo(usize),
    /// As many bytes as the string that another argument is.
    String(usize),
    /// One byte at least.
    Start,
}

/// What functions use of what their arguments point to.
const TOUCHED: &[(&str, &[(usize, Touched)])] = &[
    ("memcpy", &[(0, Touched::Bytes(2)), (1, Touched::Bytes(2))]),
    ("mempcpy", &[(0, Touched::Bytes(2)), (1, Touched::Bytes(2))]),
    ("memmove", &[(0, Touched::Bytes(2)), (1, Touched::Bytes(2))]),
    ("memcmp", &[(0, Touched::Bytes(2)), (1, Touched::Bytes(2))]),
    ("bcopy", &[(0, Touched::Bytes(2)), (1, Touched::Bytes(2))]),
    ("memset", &[(0, Touched::Bytes(2))]),
    ("bzero", &[(0, Touched::Bytes(1))]),
    ("strncpy", &[(0, Touched::Bytes(2))]),
    ("fgets", &[(0, Touched::UpTo(1))]),
    ("snprintf", &[(0, Touched::UpTo(1))]),
    ("vsnprintf", &[(0, Touched::UpTo(1))]),
    ("read", &[(1, Touched::UpTo(2))]),
    ("recv", &[(1, Touched::UpTo(2))]),
    ("write", &[(1, Touched::UpTo(2))]),
    ("send", &[(1, Touched::UpTo(2))]),
    ("strcpy", &[(0, Touched::String(1)), (1, Touched::Start)]),
    ("stpcpy", &[(0, Touched::String(1)), (1, Touched::Start)]),
    // How much room the target needs depends on what is in it.
    ("strcat", &[(1, Touched::Start)]),
    ("strcmp", &[(0, Touched::Start), (1, Touched::Start)]),
    ("strlen", &[(0, Touched::Start)]),
    ("strchr", &[(0, Touched::Start)]),
    ("strrchr", &[(0, Touched::Start)]),
    ("strdup", &[(0, Touched::Start)]),
    ("puts", &[(0, Touched::Start)]),
    ("atoi", &[(0, Touched::Start)]),
    ("atol", &[(0, Touched::Start)]),
];

/// What a function of that name, which has no body, uses of what its arguments point to.
pub(crate) fn touched(name: &str) -> &'static [(usize, Touched)] {
    let plain = library_name(name);
    // The checked one has the size of the buffer between the two.
    let other = name.ends_with("fgets_chk");
    let found = TOUCHED.iter().find(|(known, _)| *known == plain && !other);
    found.map_or(&[], |(_, touched)| *touched)
}

/// A name without what only says who provides the function: `__builtin_memcpy` and `__memcpy_chk` are
/// `memcpy`.
pub fn library_name(name: &str) -> &str {
    let plain = name.trim_start_matches("__builtin_").trim_start_matches("__");
    plain.trim_end_matches("_chk")
}

/// What a function of that name does to memory, if it has no body; none if that is not known.
pub fn library_effect(name: &str) -> Option<LibraryEffect> {
    let plain = library_name(name);
    let named = |names: &str| names.split_ascii_whitespace().any(|name| name == plain);
    NAMES.iter().find(|(_, names)| named(names)).map(|(effect, _)| *effect)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn who_provides_a_function_does_not_matter() {
        for name in ["memcpy", "__builtin_memcpy", "__memcpy_chk", "__builtin___memcpy_chk"] {
            assert_eq!(library_effect(name), Some(LibraryEffect::Writes), "{name}");
        }
        assert_eq!(library_effect("__errno_location"), Some(LibraryEffect::Reads));
        assert_eq!(library_effect("my_memcpy"), None);
    }

    #[test]
    fn every_name_stands_once() {
        let all = NAMES.iter().flat_map(|(_, names)| names.split_ascii_whitespace());
        let mut seen = BTreeSet::new();
        let twice: Vec<&str> = all.filter(|name| !seen.insert(*name)).collect();
        assert!(twice.is_empty(), "{twice:?}");
    }
}
