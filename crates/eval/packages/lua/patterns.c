// Text in UTF-8, as the library for it reads it.
#include "lprefix.h"
#include "lutf8lib.c"

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    char text[9];
    utfint point = 0;
    int count = 0;
    for (int i = 0; i < 8; i++)
        text[i] = __VERIFIER_nondet_uchar();
    text[8] = 0;
    for (const char *at = text; at != 0 && at < text + 8; count++)
        at = utf8_decode(at, &point, 1);
    return count > 8 || point > MAXUNICODE;
}
