// Three loops in each other.
#include "verifier.h"

int main(void) {
    int count = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 3; k++)
                if (count < 27)
                    count++;
    __VERIFIER_assert(count <= 27); // PROVED
    __VERIFIER_assert(count != 27); // MUST-WARN
    return 0;
}
