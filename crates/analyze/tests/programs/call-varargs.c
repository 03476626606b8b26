// A function with a variable number of arguments.
#include "verifier.h"

typedef __builtin_va_list va_list;
int sum(int n, ...) {
    va_list list;
    int s = 0;
    __builtin_va_start(list, n);
    for (int i = 0; i < n; i++)
        s += __builtin_va_arg(list, int);
    __builtin_va_end(list);
    return s;
}
int main(void) {
    int s = sum(3, 1, 2, 3);
    __VERIFIER_assert(s == 0); // MUST-WARN
    int x = 4;
    sum(1, x);
    __VERIFIER_assert(x == 4); // PROVED
    return 0;
}
