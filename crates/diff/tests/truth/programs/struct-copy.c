// A copy of a struct has its members.
// truth: safe

extern void __VERIFIER_assert(int);

struct pair {
    int first;
    int second;
};

int main(void) {
    struct pair a = {3, 4};
    struct pair b = a;
    a.first = 8;
    __VERIFIER_assert(b.first == 3 && b.second == 4);
    return 0;
}
