/* The towers of Hanoi, with the pegs as counters. */
extern int __VERIFIER_nondet_int(void);

static int pegs[3];
static int moves;

static void move(int disks, int from, int to)
{
    if (disks == 0)
        return;
    int other = 3 - from - to;
    move(disks - 1, from, other);
    pegs[from]--;
    pegs[to]++;
    moves++;
    move(disks - 1, other, to);
}

int main(void)
{
    int disks = __VERIFIER_nondet_int() & 7;
    int from = 0, to = 2;

    if (disks == 7)
        disks = 6;
    pegs[from] = disks;
    move(disks, from, to);
    if (pegs[to] != disks || pegs[1] != 0)
        return -1;
    return moves;
}
