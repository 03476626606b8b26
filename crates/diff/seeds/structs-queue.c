/* A ring buffer: what goes in comes out in order. */
extern int __VERIFIER_nondet_int(void);

#define ROOM 5

struct ring {
    int cells[ROOM];
    unsigned head, count;
};

static int put(struct ring *r, int value)
{
    if (r->count == ROOM)
        return 0;
    r->cells[(r->head + r->count) % ROOM] = value;
    r->count++;
    return 1;
}

static int take(struct ring *r, int *value)
{
    if (r->count == 0)
        return 0;
    *value = r->cells[r->head];
    r->head = (r->head + 1) % ROOM;
    r->count--;
    return 1;
}

int main(void)
{
    struct ring ring = { { 0 }, 0, 0 };
    int next_in = 0, next_out = 0, value = 0, lost = 0;

    for (int i = 0; i < 30; i++) {
        if (__VERIFIER_nondet_int() > 3) {
            if (put(&ring, next_in))
                next_in++;
            else
                lost++;
        } else if (take(&ring, &value)) {
            if (value != next_out)
                return -1;
            next_out++;
        }
    }
    return (next_in - next_out) * 100 + lost;
}
