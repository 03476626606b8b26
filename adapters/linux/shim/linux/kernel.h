/* What kernel/bpf/tnum.c uses of the kernel, in user space. */
#ifndef SOUNDLINE_SHIM_LINUX_KERNEL_H
#define SOUNDLINE_SHIM_LINUX_KERNEL_H

#include <stdio.h>

#include <linux/types.h>

/* The place of the highest bit that is set, from 1; 0 if there is none. */
static inline int fls64(u64 word) { return word ? 64 - __builtin_clzll(word) : 0; }

#define min(a, b) ((a) < (b) ? (a) : (b))
#define EXPORT_SYMBOL_GPL(name)

#endif
