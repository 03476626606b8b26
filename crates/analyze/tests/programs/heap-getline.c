// The memory of a line grows with it; what pointed to it before may be lost.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "verifier.h"

int main(void) {
    int ends[2];
    if (pipe(ends)) // HOLDS access
        return 0;
    if (write(ends[1], "a line\nb\n", 9) != 9)
        return 0;
    FILE *file = fdopen(ends[0], "r");
    char *line = 0;
    size_t room = 0;
    if (!file)
        return 0;
    close(ends[1]);
    ssize_t length = getline(&line, &room, file);
    __VERIFIER_assert(length >= -1); // PROVED
    if (length < 1 || !line)
        return 0;
    line[length - 1] = 0; // PROVED access octagons zones polyhedra
    line[0] = 'x'; // HOLDS access
    line[length] = 'e'; // PROVED access octagons zones polyhedra
    char *before = line;
    length = getline(&line, &room, file);
    if (__VERIFIER_nondet_int()) {
        line[0] = 'y'; // HOLDS access
        before[0] = 'z'; // HOLDS access
        __VERIFIER_assert(line[0] == 'y'); // MUST-WARN
    } else
        __VERIFIER_assert(length == 3); // MUST-WARN
    free(line); // HOLDS free
    fclose(file);
    return 0;
}
