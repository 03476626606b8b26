// The way back from a recursive function may never be taken: what comes after it is not certain.
#include "verifier.h"

extern void exit(int status);
void count_down(int n) {
    if (n <= 0)
        exit(0);
    count_down(n - 1);
}
int main(void) {
    int zero = 0;
    count_down(3);
    reach_error(); // HOLDS
    return 1 / zero; // HOLDS division
}
