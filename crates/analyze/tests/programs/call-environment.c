// What the environment says is a string, or null; it is not freed.
#include "verifier.h"
extern char *getenv(const char *name);
extern unsigned long strlen(const char *text);
extern void free(void *memory);

static char *home(void) { return getenv("PATH"); }

int main(void) {
    char *text = home();
    if (text) {
        char first = text[0]; // PROVED access
        unsigned long length = strlen(text);
        if (__VERIFIER_nondet_int() == 7)
            free(text); // MUST-WARN free
    }
    __VERIFIER_assert(getenv("NO_SUCH_NAME_HERE") != 0); // MUST-WARN
    return 0;
}
