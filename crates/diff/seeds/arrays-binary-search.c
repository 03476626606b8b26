/* Binary search in a table of squares. */
extern int __VERIFIER_nondet_int(void);

#define SIZE 16

static const int squares[SIZE] = { 0,  1,  4,   9,   16,  25,  36,  49,
                                   64, 81, 100, 121, 144, 169, 196, 225 };

static int find(int wanted)
{
    int low = 0, high = SIZE - 1;
    while (low <= high) {
        int middle = low + (high - low) / 2;
        if (squares[middle] == wanted)
            return middle;
        if (squares[middle] < wanted)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return -low - 1;
}

int main(void)
{
    int wanted = __VERIFIER_nondet_int();
    int place = find(wanted);

    if (place >= 0)
        return place;
    int would_be = -place - 1;
    if (would_be < SIZE && wanted < squares[would_be])
        return 100 + would_be;
    return 200;
}
