// Large structs from one place: what is written to one of them is not written to the others.
#include "verifier.h"
#include <stdlib.h>

struct page {
    int number;
    struct page *before;
    char text[1000];
};

int main(void) {
    struct page *last = 0;
    int i;
    for (i = 0; i < 3; i++) {
        struct page *page = malloc(sizeof *page);
        if (!page)
            return 0;
        page->number = i;
        page->before = last;
        page->text[i] = 'x';
        last = page;
    }
    __VERIFIER_assert(last->number == 2); // PROVED standard
    last->before->number = 8;
    __VERIFIER_assert(last->number == 2); // PROVED standard
    if (__VERIFIER_nondet_bool())
        __VERIFIER_assert(last->before->number == 1); // MUST-WARN
    if (__VERIFIER_nondet_bool())
        __VERIFIER_assert(last->before->before->number == 8); // MUST-WARN
    return 0;
}
