// What is behind a stream changes when something is written to it.
#define _GNU_SOURCE
#include <stdio.h>
#include "verifier.h"

int main(void) {
    char *text = 0, buffer[64] = "";
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size), *file = fopen("/dev/null", "w");
    if (!memory || !file)
        return 0;
    size = 0;
    fputs("abc", memory);
    fflush(memory);
    if (__VERIFIER_nondet_bool())
        __VERIFIER_assert(size == 0); // MUST-WARN
    setvbuf(file, buffer, _IOFBF, sizeof buffer);
    buffer[0] = 0;
    fputc('x', file);
    __VERIFIER_assert(buffer[0] == 0); // MUST-WARN
    return 0;
}
