// Members of structs in large blocks of memory, beside buffers in them that are written at unknown places.
#include "verifier.h"
#include <stdlib.h>
#include <string.h>

struct state {
    int mode;
    unsigned live;
    struct state *next;
    int counts[8];
    unsigned char buffer[4000];
    int last;
};

static struct state many;

static void put(struct state *s, unsigned at, unsigned char value) {
    if (at < sizeof s->buffer)
        s->buffer[at] = value;
    s->live += 8;
}

int main(void) {
    struct state *s = malloc(sizeof *s);
    struct state *zero = calloc(1, sizeof *zero);
    if (!s || !zero)
        return 0;
    s->mode = 10;
    s->live = 0;
    s->next = zero;
    s->last = 7;
    put(s, __VERIFIER_nondet_uint(), 3);
    put(s, __VERIFIER_nondet_uint(), 4);
    __VERIFIER_assert(s->mode == 10 && s->live == 16); // PROVED standard
    __VERIFIER_assert(s->last == 7); // PROVED standard
    __VERIFIER_assert(zero->mode == 0 && !zero->next && zero->counts[3] == 0); // PROVED standard
    s->next->mode = 4;
    __VERIFIER_assert(zero->mode == 4 && s->mode == 10); // PROVED standard
    ((unsigned char *)s)[__VERIFIER_nondet_uint() % 4] = 1;
    if (__VERIFIER_nondet_bool())
        __VERIFIER_assert(s->mode == 10); // MUST-WARN
    __VERIFIER_assert(s->live == 16); // PROVED standard
    ((int *)s)[1] = 5;
    if (__VERIFIER_nondet_bool())
        __VERIFIER_assert(s->live == 16); // MUST-WARN
    s->counts[__VERIFIER_nondet_uint() % 8] = 9;
    if (__VERIFIER_nondet_bool())
        __VERIFIER_assert(s->counts[2] == 0); // MUST-WARN
    *zero = *s;
    __VERIFIER_assert(zero->last == 7); // PROVED standard
    memset(s, 0, sizeof *s);
    __VERIFIER_assert(s->live == 0 && s->last == 0 && s->counts[7] == 0); // PROVED standard
    __VERIFIER_assert(many.last == 0 && many.counts[1] == 0); // PROVED standard
    struct state *other = s;
    free(s);
    s = malloc(sizeof *s);
    if (!s)
        return other != 0;
    s->mode = 1;
    memset((char *)s + 1, 2, __VERIFIER_nondet_uint() % 8);
    if (__VERIFIER_nondet_bool())
        __VERIFIER_assert(s->mode == 1); // MUST-WARN
    return 0;
}
