/* A cyclic redundancy check of eight bits over a short message. */
extern unsigned char __VERIFIER_nondet_uchar(void);

#define POLYNOMIAL 0x07u

static unsigned char step(unsigned char crc, unsigned char byte)
{
    unsigned value = crc ^ byte;
    for (int bit = 0; bit < 8; bit++) {
        if (value & 0x80u)
            value = value << 1 ^ POLYNOMIAL;
        else
            value <<= 1;
        value &= 0xffu;
    }
    return (unsigned char)value;
}

int main(void)
{
    unsigned char message[5];
    unsigned char crc = 0;

    for (int i = 0; i < 4; i++) {
        message[i] = __VERIFIER_nondet_uchar();
        crc = step(crc, message[i]);
    }
    message[4] = crc;
    unsigned char again = 0;
    for (int i = 0; i < 5; i++)
        again = step(again, message[i]);
    return again == 0 ? crc : -1;
}
