// What a condition tells about a member or a global variable that was just assigned.
#include "verifier.h"

extern void *malloc(unsigned long size);
struct buffer {
    char *start, *last;
    int error;
};
static struct buffer buffer;
static char *line;

static void *take(unsigned long size) {
    return malloc(size ? size : 1);
}

int main(void) {
    if (!((buffer.start = take(16)) ? (buffer.last = buffer.start, 1) : (buffer.error = 1, 0)))
        return 1;
    __VERIFIER_assert(buffer.error == 0); // PROVED
    *buffer.last++ = 'a'; // PROVED access
    if ((line = take(4)) == 0)
        return 1;
    *line = 'b'; // PROVED access
    union {
        int number;
        unsigned char bytes[4];
    } both;
    if ((both.number = __VERIFIER_nondet_int()) > 5)
        __VERIFIER_assert(both.number > 5); // PROVED
    if ((both.bytes[0] = __VERIFIER_nondet_int()))
        __VERIFIER_assert(both.number > 255); // MUST-WARN
    return 0;
}
