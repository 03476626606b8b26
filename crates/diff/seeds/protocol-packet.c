/* Builds and reads a packet: version, length, payload, checksum. */
extern unsigned char __VERIFIER_nondet_uchar(void);

#define ROOM 16

static int build(unsigned char *packet, const unsigned char *payload, int length)
{
    unsigned sum = 0;
    if (length < 0 || length > ROOM - 3)
        return 0;
    packet[0] = 0x51;
    packet[1] = (unsigned char)length;
    for (int i = 0; i < length; i++)
        packet[2 + i] = payload[i];
    for (int i = 0; i < 2 + length; i++)
        sum += packet[i];
    packet[2 + length] = (unsigned char)(0x100u - (sum & 0xffu));
    return length + 3;
}

static int check(const unsigned char *packet, int size)
{
    unsigned sum = 0;
    if (size < 3 || packet[0] >> 4 != 5)
        return -1;
    int length = packet[1];
    if (length + 3 != size)
        return -2;
    for (int i = 0; i < size; i++)
        sum += packet[i];
    return (sum & 0xffu) == 0 ? length : -3;
}

int main(void)
{
    unsigned char payload[ROOM], packet[ROOM] = { 0 };
    int length = __VERIFIER_nondet_uchar() % ROOM;

    for (int i = 0; i < ROOM; i++)
        payload[i] = __VERIFIER_nondet_uchar();
    int size = build(packet, payload, length);
    int damaged = __VERIFIER_nondet_uchar();
    if (damaged < size)
        packet[damaged] ^= 1u << (payload[0] & 7u);
    return check(packet, size) + 10;
}
