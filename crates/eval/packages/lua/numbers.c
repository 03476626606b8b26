// A short text that is read as a number.
#include "lprefix.h"
#include "lctype.c"
#include "lobject.c"

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    char text[7];
    TValue value;
    for (int i = 0; i < 6; i++)
        text[i] = __VERIFIER_nondet_uchar();
    text[6] = 0;
    unsigned long length = luaO_str2num(text, &value);
    return length > 7;
}
