// main waits for a thread without a call.
#include "verifier.h"

typedef unsigned long pthread_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern int usleep(unsigned n);
static int shared;
static volatile int done;
static void *work(void *argument) {
    usleep(1000);
    shared = 1;
    done = 1;
    return argument;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    shared = 0;
    while (!done)
        ;
    __VERIFIER_assert(shared == 0); // MUST-WARN
    return 0;
}
