// A machine with a way to state 3.
// truth: unsafe
// inputs: 1 1 1

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void) {
    int state = 0;
    for (int step = 0; step < 6; step++) {
        int event = __VERIFIER_nondet_int();
        switch (state) {
        case 0:
            state = event ? 1 : 0;
            break;
        case 1:
            state = event ? 2 : 0;
            break;
        default:
            state = event ? 3 : 1;
            break;
        }
        __VERIFIER_assert(state != 3);
    }
    return 0;
}
