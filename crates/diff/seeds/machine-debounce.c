/* A switch that bounces: the output follows when the input was stable for three samples. */
extern int __VERIFIER_nondet_int(void);

struct debounce {
    unsigned char output, last, stable;
};

static int sample(struct debounce *d, int level)
{
    unsigned char now = level != 0;
    if (now != d->last) {
        d->last = now;
        d->stable = 0;
        return 0;
    }
    if (d->stable < 3)
        d->stable++;
    if (d->stable == 3 && d->output != now) {
        d->output = now;
        return 1;
    }
    return 0;
}

int main(void)
{
    struct debounce d = { 0, 0, 0 };
    int edges = 0, noise = 0;
    for (int i = 0; i < 40; i++) {
        int level = __VERIFIER_nondet_int() > 2;
        noise += level != d.last;
        edges += sample(&d, level);
    }
    if (edges > noise)
        return -1;
    return edges * 2 + d.output;
}
