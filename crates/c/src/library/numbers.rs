//! Functions that compute: `math.h`, `ctype.h`, bits, and questions to the compiler.

use super::{Bytes, Class, Meaning, Memory, Model, Real, Touch, prototype::Kind, writes};
use Kind::{Any, Float, Integer, More, Pointer};

const I: Kind = Integer;
const D: Kind = Float(64);
const F: Kind = Float(32);
const L: Kind = Float(80);

/// What the last argument points to gets a part of the result.
const SECOND: &[Touch] = &[writes(1, Bytes::Some)];

const fn class(name: &'static str, class: Class) -> Model {
    Model::new(name, &[I], I).meaning(Meaning::Character(class))
}

const fn real(
    names: &'static str,
    parameters: &'static [Kind],
    result: Kind,
    function: Real,
) -> Model {
    Model::new(names, parameters, result).meaning(Meaning::Real(function))
}

pub(super) const ROWS: &[Model] = &[
    Model::new("abs labs llabs", &[I], I).meaning(Meaning::Absolute),
    class("isalpha", Class::Alpha),
    class("isdigit", Class::Digit),
    class("isalnum", Class::Alnum),
    class("isspace", Class::Space),
    class("isblank", Class::Blank),
    class("isupper", Class::Upper),
    class("islower", Class::Lower),
    class("isxdigit", Class::Xdigit),
    class("isprint", Class::Print),
    class("ispunct", Class::Punct),
    class("iscntrl", Class::Cntrl),
    class("isgraph", Class::Graph),
    Model::new("toupper", &[I], I).meaning(Meaning::Case { upper: true }),
    Model::new("tolower", &[I], I).meaning(Meaning::Case { upper: false }),
    Model::new("isascii toascii", &[I], I),
    Model::new("div ldiv lldiv", &[I, I], Any).divides(),
    real("fabs", &[D], D, Real::Fabs),
    real("fabsf", &[F], F, Real::Fabs),
    real("fabsl", &[L], L, Real::Fabs),
    real("sqrt", &[D], D, Real::Sqrt),
    real("sqrtf", &[F], F, Real::Sqrt),
    real("sqrtl", &[L], L, Real::Sqrt),
    real("floor", &[D], D, Real::Floor),
    real("floorf", &[F], F, Real::Floor),
    real("floorl", &[L], L, Real::Floor),
    real("ceil", &[D], D, Real::Ceil),
    real("ceilf", &[F], F, Real::Ceil),
    real("ceill", &[L], L, Real::Ceil),
    real("trunc", &[D], D, Real::Trunc),
    real("truncf", &[F], F, Real::Trunc),
    real("truncl", &[L], L, Real::Trunc),
    real("round", &[D], D, Real::Round),
    real("roundf", &[F], F, Real::Round),
    real("roundl", &[L], L, Real::Round),
    real("rint nearbyint", &[D], D, Real::Rint),
    real("rintf nearbyintf", &[F], F, Real::Rint),
    real("rintl nearbyintl", &[L], L, Real::Rint),
    real("sin cos", &[D], D, Real::Wave),
    real("sinf cosf", &[F], F, Real::Wave),
    real("sinl cosl", &[L], L, Real::Wave),
    real("tanh", &[D], D, Real::Tanh),
    real("tanhf", &[F], F, Real::Tanh),
    real("atan", &[D], D, Real::Atan),
    real("atanf", &[F], F, Real::Atan),
    real("exp", &[D], D, Real::Exp),
    real("expf", &[F], F, Real::Exp),
    real("expl", &[L], L, Real::Exp),
    real("log", &[D], D, Real::Log),
    real("logf", &[F], F, Real::Log),
    real("logl", &[L], L, Real::Log),
    real("fmin", &[D, D], D, Real::Fmin),
    real("fminf", &[F, F], F, Real::Fmin),
    real("fminl", &[L, L], L, Real::Fmin),
    real("fmax", &[D, D], D, Real::Fmax),
    real("fmaxf", &[F, F], F, Real::Fmax),
    real("fmaxl", &[L, L], L, Real::Fmax),
    real("fmod", &[D, D], D, Real::Fmod),
    real("fmodf", &[F, F], F, Real::Fmod),
    real("fmodl", &[L, L], L, Real::Fmod),
    real("pow", &[D, D], D, Real::Pow),
    real("powf", &[F, F], F, Real::Pow),
    real("powl", &[L, L], L, Real::Pow),
    real("hypot", &[D, D], D, Real::Hypot),
    real("hypotf", &[F, F], F, Real::Hypot),
    real("hypotl", &[L, L], L, Real::Hypot),
    Model::new(
        "cbrt exp2 expm1 log2 log10 log1p tan asin acos sinh cosh asinh acosh atanh logb erf erfc tgamma significand",
        &[D],
        D,
    ),
    Model::new(
        "cbrtf exp2f expm1f log2f log10f log1pf tanf asinf acosf sinhf coshf logbf",
        &[F],
        F,
    ),
    Model::new("cbrtl log2l log10l tanl", &[L], L),
    Model::new("atan2 remainder fdim copysign nextafter drem", &[D, D], D),
    Model::new("atan2f remainderf fdimf copysignf", &[F, F], F),
    Model::new("atan2l remainderl fdiml copysignl", &[L, L], L),
    Model::new("fma", &[D, D, D], D),
    Model::new("fmaf", &[F, F, F], F),
    Model::new("ldexp scalbn", &[D, I], D),
    Model::new("lround llround lrint llrint ilogb", &[D], I),
    Model::new("lroundf llroundf lrintf llrintf ilogbf", &[F], I),
    Model::new("frexp", &[D, Pointer], D).memory(Memory::Writes).touches(SECOND),
    Model::new("modf", &[D, Pointer], D).memory(Memory::Writes).touches(SECOND),
    Model::new("modff", &[F, Pointer], F).memory(Memory::Writes).touches(SECOND),
    real("__isnan", &[D], I, Real::Isnan),
    real("isnanf __isnanf", &[F], I, Real::Isnan),
    real("isnanl __isnanl", &[L], I, Real::Isnan),
    real("__isinf", &[D], I, Real::Isinf),
    real("isinff __isinff", &[F], I, Real::Isinf),
    real("isinfl __isinfl", &[L], I, Real::Isinf),
    real("__finite finite", &[D], I, Real::Isfinite),
    real("__finitef", &[F], I, Real::Isfinite),
    real("__finitel", &[L], I, Real::Isfinite),
    Model::new("__signbit __fpclassify", &[D], I),
    Model::new("__signbitf __fpclassifyf", &[F], I),
    Model::new("__signbitl __fpclassifyl", &[L], I),
    // The compiler's take numbers of every type.
    real("isnan", &[Any], I, Real::Isnan),
    real("isinf", &[Any], I, Real::Isinf),
    real("isfinite", &[Any], I, Real::Isfinite),
    Model::new("isnormal signbit", &[Any], I),
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
