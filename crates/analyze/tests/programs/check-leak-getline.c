//! checks: all
// A block of no bytes is not given to `getline`, as glibc has it: it stays where it is.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include "verifier.h"

int main(void) {
    char *line = malloc(10);
    size_t room = 0;
    if (!line)
        return 0;
    if (getline(&line, &room, stdin) < 0) // HOLDS access
        return 0;
    free(line); // HOLDS free
    return 0; // MUST-WARN leak
}
