// What main is given is nobody's to free.
#include "verifier.h"
extern void free(void *memory);

int main(int argc, char **argv) {
    if (argc > 2)
        free(argv + 1); // MUST-WARN free
    return 0;
}
