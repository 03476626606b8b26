/* The kernel's names of types, in user space. */
#ifndef SOUNDLINE_SHIM_LINUX_TYPES_H
#define SOUNDLINE_SHIM_LINUX_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint8_t u8;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int32_t s32;
typedef int64_t s64;

#endif
