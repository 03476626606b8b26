/* What __VERIFIER_nondet_* return to a program under test: values that are given, and then random ones or
 * zeros. This text stands before that of the driver, which says where the inputs are written down and what
 * happens when there are too many. Everything is weak, so that a program which brings its own functions
 * keeps them. */
#define _GNU_SOURCE
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* What a type of inputs is: how many bits, whether negative values belong to it. */
struct kind { const char *name; uint8_t bits, is_signed; };
struct input { const struct kind *kind; uint64_t raw; };

/* The driver provides the room for both. */
static struct input *inputs;
static volatile uint32_t *used;
static uint64_t *given;
static uint32_t given_count, room;
static void out_of_inputs(void);

/* Constants of the program, near which its bounds are. */
enum { MOST_CONSTANTS = 4096 };
static uint64_t constants[MOST_CONSTANTS], state;
static uint32_t constant_count;
static int is_random, small_values;

static uint64_t draw(void) {
    state += 0x9e3779b97f4a7c15u;
    uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* A new run: all its randomness comes from this number. */
static void begin_inputs(uint64_t seed) {
    state = seed;
    *used = 0;
    small_values = draw() % 3 == 0;
}

/* Any value of a type, where programs have their bounds more often than elsewhere. */
static uint64_t any_value(const struct kind *kind) {
    if (kind->bits == 1) return draw() & 1;
    if (kind->bits == 8 && draw() % 2) return draw();
    uint64_t choice = draw() % 16;
    if (small_values || choice < 5) return draw() % 16 - (kind->is_signed && draw() % 4 == 0 ? 8 : 0);
    if (choice < 10 && constant_count > 0) return constants[draw() % constant_count];
    if (choice < 11) return UINT64_C(1) << (kind->bits - 1);
    if (choice < 12) return (UINT64_C(1) << (kind->bits - 1)) - 1;
    if (choice < 13) return UINT64_MAX;
    if (choice < 14 && *used > 0) return inputs[draw() % *used].raw;
    uint64_t bits = draw() % (kind->bits + 1);
    uint64_t value = bits == 0 ? 0 : draw() >> (64 - bits);
    return kind->is_signed && draw() % 2 ? -value : value;
}

/* The next input: what is given, what is drawn, or zero. */
static uint64_t next(const struct kind *kind, uint64_t drawn) {
    uint32_t place = *used;
    if (place >= room) out_of_inputs();
    uint64_t raw = place < given_count ? given[place] : is_random ? drawn : 0;
    if (kind->bits < 64) raw &= (UINT64_C(1) << kind->bits) - 1;
    inputs[place] = (struct input){kind, raw};
    *used = place + 1;
    return raw;
}

static uint64_t next_integer(const struct kind *kind) {
    return next(kind, is_random && *used >= given_count ? any_value(kind) : 0);
}

#define INPUT(suffix, type, bits, is_signed)                                         \
    __attribute__((weak)) type __VERIFIER_nondet_##suffix(void) {                    \
        static const struct kind kind = {#suffix, bits, is_signed};                  \
        return (type)next_integer(&kind);                                            \
    }
INPUT(bool, _Bool, 1, 0)
INPUT(_Bool, _Bool, 1, 0)
INPUT(char, char, 8, 1)
INPUT(schar, signed char, 8, 1)
INPUT(uchar, unsigned char, 8, 0)
INPUT(unsigned_char, unsigned char, 8, 0)
INPUT(short, short, 16, 1)
INPUT(ushort, unsigned short, 16, 0)
INPUT(int, int, 32, 1)
INPUT(uint, unsigned, 32, 0)
INPUT(unsigned, unsigned, 32, 0)
INPUT(unsigned_int, unsigned, 32, 0)
INPUT(long, long, sizeof(long) * 8, 1)
INPUT(ulong, unsigned long, sizeof(long) * 8, 0)
INPUT(longlong, long long, 64, 1)
INPUT(ulonglong, unsigned long long, 64, 0)
INPUT(size_t, size_t, sizeof(size_t) * 8, 0)
INPUT(loff_t, long long, 64, 1)
INPUT(sector_t, unsigned long, sizeof(long) * 8, 0)
INPUT(u8, unsigned char, 8, 0)
INPUT(u16, unsigned short, 16, 0)
INPUT(u32, unsigned, 32, 0)
INPUT(u64, unsigned long long, 64, 0)
INPUT(S8, signed char, 8, 1)
INPUT(S32, int, 32, 1)
INPUT(U8, unsigned char, 8, 0)
INPUT(U16, unsigned short, 16, 0)
INPUT(U32, unsigned, 32, 0)

/* Real numbers are drawn as a quarter of an integer, and are given as their bits. */
__attribute__((weak)) double __VERIFIER_nondet_double(void) {
    static const struct kind kind = {"double", 64, 0};
    double value = (double)(int64_t)(draw() % 2001) / 4 - 250;
    uint64_t raw = 0;
    memcpy(&raw, &value, 8);
    raw = next(&kind, raw);
    memcpy(&value, &raw, 8);
    return value;
}
__attribute__((weak)) float __VERIFIER_nondet_float(void) {
    static const struct kind kind = {"float", 32, 0};
    float value = (float)(int64_t)(draw() % 2001) / 4 - 250;
    uint32_t bits = 0;
    memcpy(&bits, &value, 4);
    bits = (uint32_t)next(&kind, bits);
    memcpy(&value, &bits, 4);
    return value;
}

/* No pointer but this one is sure to be valid. */
__attribute__((weak)) void *__VERIFIER_nondet_pointer(void) { return 0; }

