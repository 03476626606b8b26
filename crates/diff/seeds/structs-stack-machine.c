/* A machine with a small stack that runs a program of random instructions. */
extern unsigned char __VERIFIER_nondet_uchar(void);

#define DEPTH 6

struct machine {
    int stack[DEPTH];
    int height;
    int faults;
};

static void push(struct machine *m, int value)
{
    if (m->height == DEPTH) {
        m->faults++;
        return;
    }
    m->stack[m->height++] = value;
}

static int pop(struct machine *m)
{
    if (m->height == 0) {
        m->faults++;
        return 0;
    }
    return m->stack[--m->height];
}

int main(void)
{
    struct machine m = { { 0 }, 0, 0 };
    for (int pc = 0; pc < 24; pc++) {
        unsigned char code = __VERIFIER_nondet_uchar();
        int a, b;
        switch (code % 5) {
        case 0:
        case 1:
            push(&m, code >> 3);
            break;
        case 2:
            b = pop(&m);
            a = pop(&m);
            push(&m, (a + b) % 1000);
            break;
        case 3:
            b = pop(&m);
            a = pop(&m);
            push(&m, a < b);
            break;
        default:
            a = pop(&m);
            push(&m, a);
            push(&m, a);
            break;
        }
    }
    int top = m.height > 0 ? m.stack[m.height - 1] : -1;
    return top * 100 + m.faults;
}
