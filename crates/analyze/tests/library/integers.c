// Integers: their classes as characters, their bits, their overflow, and what compilers know of them.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern long __VERIFIER_nondet_long(void);
#undef isascii
#undef toascii

#define CHARACTERS(X) X(isalpha) X(isdigit) X(isalnum) X(isspace) X(isblank) X(isupper) X(islower) X(isxdigit) X(isprint) \
    X(ispunct) X(iscntrl) X(isgraph) X(toupper) X(tolower) X(isascii) X(toascii)
#define BITS(X) X(__builtin_clz, unsigned) X(__builtin_ctz, unsigned) X(__builtin_clzl, unsigned long) \
    X(__builtin_ctzl, unsigned long) X(__builtin_clzll, unsigned long long) X(__builtin_ctzll, unsigned long long) \
    X(__builtin_popcount, unsigned) X(__builtin_popcountl, unsigned long) X(__builtin_popcountll, unsigned long long) \
    X(__builtin_parity, unsigned) X(__builtin_parityl, unsigned long) X(__builtin_parityll, unsigned long long) \
    X(__builtin_clrsb, int) X(__builtin_clrsbl, long) X(__builtin_clrsbll, long long) X(__builtin_bswap16, unsigned short) \
    X(__builtin_bswap32, unsigned) X(__builtin_bswap64, unsigned long) X(ffs, int) X(ffsl, long) X(ffsll, long long) \
    X(htons, unsigned short) X(htonl, unsigned) X(ntohs, unsigned short) X(ntohl, unsigned)
#define OVERFLOWS(X) X(__builtin_add_overflow, int) X(__builtin_sub_overflow, unsigned char) X(__builtin_mul_overflow, short) \
    X(__builtin_sadd_overflow, int) X(__builtin_ssub_overflow, int) X(__builtin_smul_overflow, int) \
    X(__builtin_uadd_overflow, unsigned) X(__builtin_usub_overflow, unsigned) X(__builtin_umul_overflow, unsigned) \
    X(__builtin_saddl_overflow, long) X(__builtin_ssubl_overflow, long) X(__builtin_smull_overflow, long) \
    X(__builtin_uaddl_overflow, unsigned long) X(__builtin_usubl_overflow, unsigned long) \
    X(__builtin_umull_overflow, unsigned long) X(__builtin_saddll_overflow, long long) \
    X(__builtin_ssubll_overflow, long long) X(__builtin_smulll_overflow, long long) \
    X(__builtin_uaddll_overflow, unsigned long long) X(__builtin_usubll_overflow, unsigned long long) \
    X(__builtin_umulll_overflow, unsigned long long)

#define CHARACTER(f) static void character_##f(int c) { \
    if (c >= -1 && c <= 255) { int r = (f)(c), is = r != 0; (void)is; } \
    if (c >= '0' && c <= '9') { int r = (f)(c), is = r != 0; (void)is; } if (c >= 'a' && c <= 'z') { int r = (f)(c), is = r != 0; (void)is; } \
    { int r = (f)('Q'), is = r != 0; (void)is; } { int r = (f)(-1), is = r != 0; (void)is; } { int r = (f)('\n'), is = r != 0; (void)is; } }
#define BIT(f, type) static void bits_##f(type n) { if (n != 0) { long r = (long)f(n); (void)r; } \
    { long r = (long)f(1), s = (long)f((type)-1), t = (long)f(12); (void)r, (void)s, (void)t; } }
#define OVERFLOW(f, type) static void overflow_##f(long n) { { type to = 7; int r = f((type)n, (type)3, &to); (void)r; } \
    { type to = 7; int r = f((type)2, (type)3, &to); (void)r; } { type to = 7; int r = f((type)(n & 15), (type)2, &to); (void)r; } }
CHARACTERS(CHARACTER)
BITS(BIT)
OVERFLOWS(OVERFLOW)

static void absolute(int n, long m) {
    if (n > -2147483647) {
        int r = abs(n);
        long s = labs(n), t = llabs(n);
        (void)r, (void)s, (void)t;
    }
    if (m > -100 && m < 50) {
        long s = labs(m), t = llabs(m);
        int r = abs((int)m);
        (void)r, (void)s, (void)t;
    }
    div_t d = div(n & 255, 7);
    ldiv_t e = ldiv(-5, 2);
    lldiv_t f = lldiv(m & 1023, -3);
    int q = d.quot, r = d.rem;
    long s = e.quot, t = e.rem, u = f.quot;
    (void)q, (void)r, (void)s, (void)t, (void)u;
}

static void asked(int n) {
    char bytes[8] = "ab";
    int r = __builtin_constant_p(n++), s = __builtin_constant_p(3), k = __builtin_classify_type(n++);
    long size = __builtin_object_size(bytes, 0), more = __builtin_dynamic_object_size(bytes, 1);
    __builtin_prefetch(bytes, 1, 3);
    void *frame = __builtin_frame_address(0), *back = __builtin_return_address(0);
    int first = bytes[0], after = n & 1, some = frame != back;
    (void)r, (void)s, (void)k, (void)size, (void)more, (void)first, (void)after, (void)some;
}

#define CALL_CHARACTER(f) character_##f(__VERIFIER_nondet_int() & 255);
#define CALL_BITS(f, type) bits_##f((type)__VERIFIER_nondet_long());
#define CALL_OVERFLOW(f, type) overflow_##f(__VERIFIER_nondet_long());
int main(void) {
    CHARACTERS(CALL_CHARACTER)
    BITS(CALL_BITS)
    OVERFLOWS(CALL_OVERFLOW)
    absolute(__VERIFIER_nondet_int(), __VERIFIER_nondet_long());
    asked(__VERIFIER_nondet_int());
    return 0;
}
