// Bytes that a reader gives piece by piece.
#include "lprefix.h"
#include "lzio.c"

extern unsigned char __VERIFIER_nondet_uchar(void);
static char piece[4];
static int pieces;
void *luaM_saferealloc_(lua_State *L, void *block, size_t before, size_t after) { return before < after ? 0 : block; }

static const char *next(lua_State *L, void *data, size_t *size) {
    for (int i = 0; i < 4; i++)
        piece[i] = __VERIFIER_nondet_uchar();
    *size = pieces++ < 3 ? 4 : 0;
    return piece;
}

int main(void) {
    ZIO stream;
    char all[10];
    luaZ_init(0, &stream, next, 0);
    unsigned long missing = luaZ_read(&stream, all, sizeof all);
    return missing > sizeof all || pieces > 4;
}
