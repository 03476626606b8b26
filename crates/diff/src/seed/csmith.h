/* Takes the place of csmith's own runtime: integer types, and arithmetic that is defined for all
   operands. Where C does not define a result, it is the left operand. */
typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef long long int64_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long long uint64_t;

#define transparent_crc(value, name, flag) ((void)(value))
#define transparent_crc_bytes(bytes, size, name, flag) ((void)(bytes))
#define crc32_gentab() ((void)0)
#define crc32_context 0u
#define platform_main_begin() ((void)0)
#define platform_main_end(value, flag) ((void)(value))

#define BITS(T) ((int)(8 * sizeof(T)))

#define SIGNED(T, MIN, MAX)                                                                      \
    static T safe_unary_minus_func_##T##_s(T a) { return a == MIN ? a : (T)-a; }                 \
    static T safe_add_func_##T##_s_s(T a, T b)                                                   \
    {                                                                                            \
        return (b > 0 && a > MAX - b) || (b < 0 && a < MIN - b) ? a : (T)(a + b);                \
    }                                                                                            \
    static T safe_sub_func_##T##_s_s(T a, T b)                                                   \
    {                                                                                            \
        return (b < 0 && a > MAX + b) || (b > 0 && a < MIN + b) ? a : (T)(a - b);                \
    }                                                                                            \
    static T safe_mul_func_##T##_s_s(T a, T b)                                                   \
    {                                                                                            \
        if (a > 0 ? (b > 0 ? a > MAX / b : b < MIN / a)                                          \
                  : (b > 0 ? a < MIN / b : a != 0 && b < MAX / a))                               \
            return a;                                                                            \
        return (T)(a * b);                                                                       \
    }                                                                                            \
    static T safe_div_func_##T##_s_s(T a, T b)                                                   \
    {                                                                                            \
        return b == 0 || (a == MIN && b == -1) ? a : (T)(a / b);                                 \
    }                                                                                            \
    static T safe_mod_func_##T##_s_s(T a, T b)                                                   \
    {                                                                                            \
        return b == 0 || (a == MIN && b == -1) ? a : (T)(a % b);                                 \
    }                                                                                            \
    static T safe_lshift_func_##T##_s_s(T a, int b)                                              \
    {                                                                                            \
        return a < 0 || b < 0 || b >= BITS(T) || a > MAX >> b ? a : (T)(a << b);                 \
    }                                                                                            \
    static T safe_lshift_func_##T##_s_u(T a, unsigned b)                                         \
    {                                                                                            \
        return a < 0 || b >= BITS(T) || a > MAX >> b ? a : (T)(a << b);                          \
    }                                                                                            \
    static T safe_rshift_func_##T##_s_s(T a, int b)                                              \
    {                                                                                            \
        return a < 0 || b < 0 || b >= BITS(T) ? a : (T)(a >> b);                                 \
    }                                                                                            \
    static T safe_rshift_func_##T##_s_u(T a, unsigned b)                                         \
    {                                                                                            \
        return a < 0 || b >= BITS(T) ? a : (T)(a >> b);                                          \
    }

#define UNSIGNED(T, MAX)                                                                         \
    static T safe_unary_minus_func_##T##_u(T a) { return (T)(0u - a); }                          \
    static T safe_add_func_##T##_u_u(T a, T b) { return (T)(a + b); }                            \
    static T safe_sub_func_##T##_u_u(T a, T b) { return (T)(a - b); }                            \
    static T safe_mul_func_##T##_u_u(T a, T b) { return (T)(1ull * a * b); }                     \
    static T safe_div_func_##T##_u_u(T a, T b) { return b == 0 ? a : (T)(a / b); }               \
    static T safe_mod_func_##T##_u_u(T a, T b) { return b == 0 ? a : (T)(a % b); }               \
    static T safe_lshift_func_##T##_u_s(T a, int b)                                              \
    {                                                                                            \
        return b < 0 || b >= BITS(T) || a > MAX >> b ? a : (T)(a << b);                          \
    }                                                                                            \
    static T safe_lshift_func_##T##_u_u(T a, unsigned b)                                         \
    {                                                                                            \
        return b >= BITS(T) || a > MAX >> b ? a : (T)(a << b);                                   \
    }                                                                                            \
    static T safe_rshift_func_##T##_u_s(T a, int b)                                              \
    {                                                                                            \
        return b < 0 || b >= BITS(T) ? a : (T)(a >> b);                                          \
    }                                                                                            \
    static T safe_rshift_func_##T##_u_u(T a, unsigned b) { return b >= BITS(T) ? a : (T)(a >> b); }

SIGNED(int8_t, (-128), 127)
SIGNED(int16_t, (-32768), 32767)
SIGNED(int32_t, (-2147483647 - 1), 2147483647)
SIGNED(int64_t, (-9223372036854775807ll - 1), 9223372036854775807ll)
UNSIGNED(uint8_t, 255)
UNSIGNED(uint16_t, 65535)
UNSIGNED(uint32_t, 4294967295u)
UNSIGNED(uint64_t, 18446744073709551615ull)
