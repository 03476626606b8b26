// A thread changes a variable at any time.
#include "verifier.h"

typedef unsigned long pthread_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);
int shared;
void *work(void *argument) { shared = 1; return argument; }
int main(void) {
    pthread_t t;
    int x = 2;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    __VERIFIER_assert(shared == 0); // MUST-WARN
    __VERIFIER_assert(x == 2); // PROVED
    return 0;
}
