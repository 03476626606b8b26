// What sprintf and snprintf return is known of most formats, and so is what they leave where their text is.
// Plain bytes count one by one, whatever characters they are.
#include "verifier.h"

extern int sprintf(char *to, const char *format, ...);
extern int snprintf(char *to, unsigned long n, const char *format, ...);
extern unsigned long strlen(const char *s);
int main(void) {
    char text[16], small[4] = "zzz";
    int n = __VERIFIER_nondet_int(), r;
    unsigned byte = (unsigned)n & 255;
    switch (__VERIFIER_nondet_int()) {
    case 0:
        r = snprintf(text, sizeof text, "%d", n);
        __VERIFIER_assert(r >= 1 && r <= 11); // PROVED
        __VERIFIER_assert(r <= 10); // MUST-WARN
        break;
    case 1:
        r = snprintf(text, sizeof text, "%u", byte);
        __VERIFIER_assert(r >= 1 && r <= 3); // PROVED
        __VERIFIER_assert(r == 3); // MUST-WARN
        break;
    case 2:
        r = snprintf(text, sizeof text, "%02x:%02x", byte, byte);
        __VERIFIER_assert(r == 5 && text[2] == ':' && text[5] == 0); // PROVED
        __VERIFIER_assert(text[0] >= '0'); // HOLDS
        __VERIFIER_assert(text[0] == '0'); // MUST-WARN
        break;
    case 3:
        r = sprintf(text, "plain %s", "text");
        __VERIFIER_assert(r == 10 && strlen(text) == 10 && text[6] == 't'); // PROVED
        break;
    case 4:
        r = snprintf(small, sizeof small, "%s", "longer");
        __VERIFIER_assert(r == 6 && small[2] == 'n' && small[3] == 0); // PROVED
        break;
    case 5:
        r = snprintf(small, 0, "%d", 42);
        __VERIFIER_assert(r == 2 && small[0] == 'z'); // PROVED
        break;
    case 6:
        r = snprintf(small, 3, "%c", n & 127);
        __VERIFIER_assert(r == 1 && small[1] == 0 && small[2] == 'z'); // PROVED
        __VERIFIER_assert(strlen(small) == 1); // MUST-WARN
        break;
    case 7:
        r = snprintf(text, sizeof text, "%s", small);
        __VERIFIER_assert(r == 3); // PROVED
        break;
    case 8:
        r = sprintf(text, "\303\251");
        __VERIFIER_assert(r == 2 && text[2] == 0); // PROVED
        r = sprintf(text, "%.0f", 1.5);
        __VERIFIER_assert(r >= 1); // PROVED
        __VERIFIER_assert(r >= 3); // MUST-WARN
    }
    return 0;
}
