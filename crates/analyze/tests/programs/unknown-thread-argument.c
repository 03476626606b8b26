// A thread writes through the pointer that it was given.
#include "verifier.h"

typedef unsigned long pthread_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);
static void *work(void *argument) {
    *(int *)argument = 8;
    return 0;
}
int main(void) {
    pthread_t t;
    int mine = 1;
    pthread_create(&t, 0, work, &mine);
    pthread_join(t, 0);
    __VERIFIER_assert(mine == 1); // MUST-WARN
    return 0;
}
