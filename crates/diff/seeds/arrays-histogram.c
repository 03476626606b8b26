/* A histogram with clamped buckets, its mode and its total. */
extern int __VERIFIER_nondet_int(void);

#define BUCKETS 8

int main(void)
{
    unsigned counts[BUCKETS] = { 0 };
    int samples = __VERIFIER_nondet_int();
    int mode = 0;
    unsigned total = 0;

    if (samples < 0 || samples > 40)
        samples = 25;
    for (int i = 0; i < samples; i++) {
        int value = __VERIFIER_nondet_int();
        int bucket = value < 0 ? 0 : value / 16;
        if (bucket >= BUCKETS)
            bucket = BUCKETS - 1;
        counts[bucket]++;
    }
    for (int i = 0; i < BUCKETS; i++) {
        total += counts[i];
        if (counts[i] > counts[mode])
            mode = i;
    }
    return (int)total * 10 + mode;
}
