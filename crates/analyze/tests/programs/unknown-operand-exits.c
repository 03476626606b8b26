// What has no model may evaluate its operands, and one of them ends the program.
#include "verifier.h"

extern void exit(int status);
__builtin_va_list list;
int *end(void) {
    exit(0);
    return 0;
}
int first(int n, ...) {
    __builtin_va_start(list, n);
    int value = __builtin_va_arg(*(end(), &list), int);
    __builtin_va_end(list);
    return value;
}
int main(void) {
    first(1, 2);
    reach_error(); // HOLDS
    return 0;
}
