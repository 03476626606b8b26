// The arguments of main are strings, as many as it is told, and a null pointer behind them.
#include "verifier.h"
extern unsigned long strlen(const char *text);
extern int strcmp(const char *a, const char *b);
extern char *strchr(const char *text, int character);

int main(int argc, char **argv) {
    __VERIFIER_assert(argv[argc] == 0); // PROVED zones octagons standard
    int options = 0;
    for (int i = 1; i < argc; i++) {
        char *text = argv[i]; // PROVED access octagons standard
        __VERIFIER_assert(text != 0); // PROVED octagons standard
        char first = text[0]; // PROVED access octagons standard
        if (first == '-')
            options++;
        unsigned long length = strlen(text);
        if (length > 3)
            options += strchr(text, '=') != 0;
    }
    if (argc > 1 && options == 0)
        options = argv[1][1]; // MUST-WARN access
    return options;
}
