// What is said at a point is about the variables that the names mean there.
#include "verifier.h"

int v = 3, w = 5;

static int all(int x) {
    int v = 4, u = 1;
    {
        extern int v;
        x += v;
        {
            int v = 9;
            x += v;
        }
        x += v;
    }
    {
        static int v = 2;
        v++;
        x += v;
    }
    {
        enum { v = 7, w };
        x += v + w;
    }
    {
        typedef int w;
        x += (w)2;
    }
    {
        struct { enum { u = 20 } kind; } one = {u};
        x += (int)one.kind;
    }
    x += v + w + u;
    return x;
}

int main(void) {
    int x = all(1);
    __VERIFIER_assert(x == 66); // PROVED assertion
    return 0;
}
