// A pointer among the variable arguments is written through.
#include "verifier.h"

typedef __builtin_va_list va_list;
void clear(int n, ...) {
    va_list list;
    __builtin_va_start(list, n);
    while (n-- > 0)
        *__builtin_va_arg(list, int *) = 0;
    __builtin_va_end(list);
}
int main(void) {
    int a = 1, b = 2, c = 3;
    clear(2, &a, &b);
    if (__VERIFIER_nondet_bool())
        __VERIFIER_assert(a == 1); // MUST-WARN
    __VERIFIER_assert(b == 2); // MUST-WARN
    __VERIFIER_assert(c == 3); // PROVED
    return 0;
}
