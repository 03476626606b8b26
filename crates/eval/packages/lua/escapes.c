// A code point as bytes, logarithms, and the name of a piece of source.
#include "lprefix.h"
#include "lctype.c"
#include "lobject.c"

extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    char bytes[UTF8BUFFSZ], name[LUA_IDSIZE], source[9];
    unsigned point = __VERIFIER_nondet_uint();
    int used = luaO_utf8esc(bytes, point & 0x7fffffffu);
    int digits = luaO_ceillog2(1 + (point & 0xffff));
    for (int i = 0; i < 8; i++)
        source[i] = __VERIFIER_nondet_uchar();
    source[8] = 0;
    luaO_chunkid(name, source, 8);
    return used > UTF8BUFFSZ || digits > 16 || name[LUA_IDSIZE - 1] > 0;
}
