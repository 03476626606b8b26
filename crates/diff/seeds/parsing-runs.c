/* Run-length coding of a few symbols and its inverse. */
extern unsigned char __VERIFIER_nondet_uchar(void);

#define N 12

static int encode(const unsigned char *from, int count, unsigned char *to)
{
    int length = 0;
    for (int i = 0; i < count;) {
        int run = 1;
        while (i + run < count && run < 9 && from[i + run] == from[i])
            run++;
        to[length++] = (unsigned char)run;
        to[length++] = from[i];
        i += run;
    }
    return length;
}

static int decode(const unsigned char *from, int length, unsigned char *to, int room)
{
    int count = 0;
    for (int i = 0; i + 1 < length; i += 2)
        for (int k = 0; k < from[i] && count < room; k++)
            to[count++] = from[i + 1];
    return count;
}

int main(void)
{
    unsigned char original[N], packed[2 * N], again[N];
    for (int i = 0; i < N; i++)
        original[i] = __VERIFIER_nondet_uchar() % 3;
    int length = encode(original, N, packed);
    int count = decode(packed, length, again, N);
    if (count != N)
        return -1;
    for (int i = 0; i < N; i++)
        if (again[i] != original[i])
            return -2;
    return length;
}
