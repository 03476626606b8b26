// A thread changes what it shares on the heap while main waits for it.
#include "verifier.h"

extern void *malloc(unsigned long n);
typedef unsigned long pthread_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
struct Shared { int value; volatile int done; };
static void *work(void *argument) {
    struct Shared *s = argument;
    s->value = 1;
    s->done = 1;
    return 0;
}
int main(void) {
    pthread_t t;
    struct Shared *s = malloc(sizeof *s);
    if (!s)
        return 0;
    s->done = 0;
    pthread_create(&t, 0, work, s);
    s->value = 0;
    for (int i = 0; i < 100000000 && !s->done; i++)
        ;
    if (s->done)
        __VERIFIER_assert(s->value == 0); // MUST-WARN
    return 0;
}
