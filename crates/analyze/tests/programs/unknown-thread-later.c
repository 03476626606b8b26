// A thread that writes after main has written.
#include "verifier.h"

typedef unsigned long pthread_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern int usleep(unsigned n);
static int shared;
static void *work(void *argument) {
    usleep(2000);
    shared = 1;
    return argument;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    shared = 5;
    usleep(30000);
    __VERIFIER_assert(shared == 5); // MUST-WARN
    return 0;
}
