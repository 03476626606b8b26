/* A binary heap: elements go in, the smallest come out. */
extern int __VERIFIER_nondet_int(void);

#define ROOM 8

static int heap[ROOM];
static int size;

static void push(int value)
{
    int at = size++;
    while (at > 0 && heap[(at - 1) / 2] > value) {
        heap[at] = heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    heap[at] = value;
}

static int pop(void)
{
    int smallest = heap[0], last = heap[--size], at = 0;
    for (;;) {
        int child = 2 * at + 1;
        if (child >= size)
            break;
        if (child + 1 < size && heap[child + 1] < heap[child])
            child++;
        if (heap[child] >= last)
            break;
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = last;
    return smallest;
}

int main(void)
{
    int previous = -2000, drops = 0;
    for (int i = 0; i < ROOM; i++)
        push(__VERIFIER_nondet_int() % 1000);
    while (size > 0) {
        int next = pop();
        if (next < previous)
            drops++;
        previous = next;
    }
    return drops * 10000 + previous;
}
