// Another thread frees what this one uses.
#include "verifier.h"

extern void *malloc(unsigned long n);
extern void free(void *p);
typedef unsigned long pthread_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);
static void *work(void *argument) {
    free(argument);
    return 0;
}
int main(void) {
    pthread_t t;
    int *p = malloc(sizeof *p);
    if (!p || pthread_create(&t, 0, work, p))
        return 0;
    pthread_join(t, 0);
    *p = 1; // MUST-WARN access
    return 0;
}
