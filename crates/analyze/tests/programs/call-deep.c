// Deeper than any inlining that is reasonable.
#include "verifier.h"

int g;
void f9(void) { g = 1; }
void f8(void) { f9(); }
void f7(void) { f8(); }
void f6(void) { f7(); }
void f5(void) { f6(); }
void f4(void) { f5(); }
void f3(void) { f4(); }
void f2(void) { f3(); }
void f1(void) { f2(); }
void f0(void) { f1(); }
int main(void) {
    f0();
    __VERIFIER_assert(g == 0); // MUST-WARN
    __VERIFIER_assert(g == 1); // HOLDS
    return 0;
}
