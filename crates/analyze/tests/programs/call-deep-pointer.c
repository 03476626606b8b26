// A pointer handed down further than inlining goes.
#include "verifier.h"

void f9(int *p) { *p = 1; }
void f8(int *p) { f9(p); }
void f7(int *p) { f8(p); }
void f6(int *p) { f7(p); }
void f5(int *p) { f6(p); }
void f4(int *p) { f5(p); }
void f3(int *p) { f4(p); }
void f2(int *p) { f3(p); }
void f1(int *p) { f2(p); }
void f0(int *p) { f1(p); }
int main(void) {
    int x = 0, y = 0;
    f0(&x);
    __VERIFIER_assert(x == 0); // MUST-WARN
    __VERIFIER_assert(y == 0); // PROVED
    return 0;
}
