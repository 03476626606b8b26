// A stream whose functions are the program's own.
#define _GNU_SOURCE
#include <stdio.h>
#include "verifier.h"

static int written;
static ssize_t put(void *cookie, const char *text, size_t size) {
    __VERIFIER_assert(written == 0); // MUST-WARN
    written += *(int *)cookie;
    return size;
}
int main(void) {
    int step = 1;
    cookie_io_functions_t functions = { .write = put };
    FILE *file = fopencookie(&step, "w", functions);
    if (!file)
        return 0;
    setvbuf(file, 0, _IONBF, 0);
    fputc('x', file);
    if (__VERIFIER_nondet_bool())
        fputc('y', file);
    __VERIFIER_assert(written == 0); // MUST-WARN
    return 0;
}
