/* Comparisons and sums of signed and unsigned numbers of different widths. */
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
    int s = __VERIFIER_nondet_int();
    unsigned u = 5u;
    unsigned char byte = __VERIFIER_nondet_uchar();
    signed char narrow = (signed char)byte;
    int result = 0;

    if (s < u)
        result += 1;
    if (s < (int)u)
        result += 2;
    if (narrow < byte)
        result += 4;
    if ((unsigned)narrow > 100u)
        result += 8;
    unsigned char sum = byte + 1;
    if (sum < byte)
        result += 16;
    unsigned short product = (unsigned short)(byte * byte);
    if (product != byte * byte)
        result += 32;
    result += (unsigned char)(sum - byte) == 1 ? 64 : 128;
    return result;
}
