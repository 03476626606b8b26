// Something unknown calls a function that ends the program.
#include "verifier.h"

extern void exit(int status);
extern void qsort(void *base, unsigned long count, unsigned long size,
                  int (*compare)(const void *, const void *));
int table[2] = {2, 1};
int compare(const void *a, const void *b) {
    if (a != b)
        exit(0);
    return 0;
}
int main(void) {
    qsort(table, 2, sizeof table[0], compare);
    reach_error(); // HOLDS
    return 0;
}
