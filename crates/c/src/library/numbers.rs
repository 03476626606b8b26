//! Functions that compute: `math.h`, `ctype.h`, bits, and questions to the compiler.

use super::{Bytes, Meaning, Memory, Model, Touch, prototype::Kind, writes};
use Kind::{Any, Float, Integer, More, Pointer};

const I: Kind = Integer;
const D: Kind = Float(64);
const F: Kind = Float(32);
const L: Kind = Float(80);

/// What the last argument points to gets a part of the result.
const SECOND: &[Touch] = &[writes(1, Bytes::Some)];

pub(super) const ROWS: &[Model] = &[
    Model::new("abs labs llabs", &[I], I).meaning(Meaning::Absolute),
    Model::new(
        "isalpha isdigit isalnum isspace isblank isupper islower isxdigit isprint ispunct iscntrl isgraph \
         isascii toascii toupper tolower",
        &[I],
        I,
    ),
    Model::new("div ldiv lldiv", &[I, I], Any),
    Model::new(
        "sqrt cbrt exp exp2 expm1 log log2 log10 log1p sin cos tan asin acos atan sinh cosh tanh asinh acosh \
         atanh floor ceil round trunc rint nearbyint fabs logb erf erfc tgamma significand",
        &[D],
        D,
    ),
    Model::new(
        "sqrtf cbrtf expf exp2f expm1f logf log2f log10f log1pf sinf cosf tanf asinf acosf atanf sinhf coshf \
         tanhf floorf ceilf roundf truncf rintf nearbyintf fabsf logbf",
        &[F],
        F,
    ),
    Model::new(
        "sqrtl cbrtl expl logl log2l log10l sinl cosl tanl floorl ceill roundl truncl rintl nearbyintl fabsl",
        &[L],
        L,
    ),
    Model::new("pow hypot atan2 fmod remainder fmin fmax fdim copysign nextafter drem", &[D, D], D),
    Model::new("powf hypotf atan2f fmodf remainderf fminf fmaxf fdimf copysignf", &[F, F], F),
    Model::new("powl hypotl atan2l fmodl remainderl fminl fmaxl fdiml copysignl", &[L, L], L),
    Model::new("fma", &[D, D, D], D),
    Model::new("fmaf", &[F, F, F], F),
    Model::new("ldexp scalbn", &[D, I], D),
    Model::new("lround llround lrint llrint ilogb", &[D], I),
    Model::new("lroundf llroundf lrintf llrintf ilogbf", &[F], I),
    Model::new("frexp", &[D, Pointer], D).memory(Memory::Writes).touches(SECOND),
    Model::new("modf", &[D, Pointer], D).memory(Memory::Writes).touches(SECOND),
    Model::new("modff", &[F, Pointer], F).memory(Memory::Writes).touches(SECOND),
    Model::new("__isnan __isinf __finite __signbit __fpclassify finite", &[D], I),
    Model::new("isnanf isinff __isnanf __isinff __finitef __signbitf __fpclassifyf", &[F], I),
    Model::new("isnanl isinfl __isnanl __isinfl __finitel __signbitl __fpclassifyl", &[L], I),
    // The compiler's take numbers of every type.
    Model::new("isnan isinf isfinite isnormal signbit", &[Any], I),
    Model::new("__builtin_isgreater __builtin_isgreaterequal __builtin_isless __builtin_islessequal __builtin_islessgreater __builtin_isunordered", &[Any, Any], I),
    Model::new("__builtin_fpclassify", &[I, I, I, I, I, More], I),
    Model::new("nan", &[Pointer], D).memory(Memory::Reads),
    Model::new("nanf", &[Pointer], F).memory(Memory::Reads),
    Model::new("nanl", &[Pointer], L).memory(Memory::Reads),
    Model::new("__builtin_huge_val __builtin_inf", &[], D),
    Model::new("__builtin_huge_valf __builtin_inff", &[], F),
    Model::new("__builtin_huge_vall __builtin_infl", &[], L),
    Model::new("__builtin_clz __builtin_ctz __builtin_clzl __builtin_ctzl __builtin_clzll __builtin_ctzll", &[I], I).meaning(Meaning::Within(0, 64)),
    Model::new("__builtin_popcount __builtin_popcountl __builtin_popcountll ffs ffsl ffsll", &[I], I).meaning(Meaning::Within(0, 64)),
    Model::new("__builtin_parity __builtin_parityl __builtin_parityll", &[I], I).meaning(Meaning::Within(0, 1)),
    Model::new("__builtin_clrsb __builtin_clrsbl __builtin_clrsbll __builtin_bswap16 __builtin_bswap32 __builtin_bswap64", &[I], I),
    Model::new("htons htonl ntohs ntohl", &[I], I),
    Model::new("__builtin_add_overflow __builtin_sub_overflow __builtin_mul_overflow", &[I, I, Pointer], I).memory(Memory::Writes),
    Model::new(
        "__builtin_sadd_overflow __builtin_ssub_overflow __builtin_smul_overflow __builtin_uadd_overflow \
         __builtin_usub_overflow __builtin_umul_overflow __builtin_saddl_overflow \
         __builtin_ssubl_overflow __builtin_smull_overflow __builtin_uaddl_overflow \
         __builtin_usubl_overflow __builtin_umull_overflow __builtin_saddll_overflow \
         __builtin_ssubll_overflow __builtin_smulll_overflow __builtin_uaddll_overflow \
         __builtin_usubll_overflow __builtin_umulll_overflow",
        &[I, I, Pointer],
        I,
    )
    .memory(Memory::Writes),
    Model::new("__builtin_constant_p __builtin_classify_type", &[More], I).unevaluated(),
    Model::new("__builtin_object_size __builtin_dynamic_object_size", &[Pointer, I], I).unevaluated(),
    Model::new("__builtin_prefetch", &[Pointer, More], Kind::Void),
    Model::new("__builtin_frame_address __builtin_return_address", &[I], Pointer),
];
