// More calls than there are contexts for: a call that was followed stays followed when its state is
// computed again.
#include "verifier.h"

static int calls;

static void note(int at) {
    __VERIFIER_assert(at < 150); // HOLDS
    calls = 1;
}

static void one(void) { calls = 2; }
static void five(void) { one(); one(); one(); one(); one(); }
static void many(void) { five(); five(); five(); five(); five(); }
static void more(void) { many(); many(); many(); many(); many(); }
static void most(void) { more(); more(); more(); more(); more(); }

int main(void) {
    int factor = 3;
    int limit = factor * 37;
    int at = 0;
    while (at < limit) {
        at++;
    }
    note(at);
    most();
    __VERIFIER_assert(calls == 1); // MUST-WARN
    return 0;
}
