// A member written through a pointer.
// truth: unsafe
// inputs:

extern void __VERIFIER_assert(int);

struct pair {
    int first;
    int second;
};

static void raise(struct pair *p) {
    p->second += 2;
}

int main(void) {
    struct pair a = {3, 4};
    raise(&a);
    __VERIFIER_assert(a.second != 6);
    return 0;
}
