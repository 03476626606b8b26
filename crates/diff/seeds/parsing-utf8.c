/* Decodes UTF-8 of one to three bytes, counting what is malformed. */
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
    unsigned char bytes[10];
    int characters = 0, malformed = 0;
    unsigned largest = 0;

    for (int i = 0; i < 10; i++)
        bytes[i] = __VERIFIER_nondet_uchar();
    for (int i = 0; i < 10;) {
        unsigned lead = bytes[i];
        int more = lead < 0x80 ? 0 : lead >> 5 == 6 ? 1 : lead >> 4 == 14 ? 2 : -1;
        unsigned code = more == 0 ? lead : lead & (more == 1 ? 31u : 15u);
        i++;
        if (more < 0 || i + more > 10) {
            malformed++;
            continue;
        }
        int good = 1;
        for (int k = 0; k < more; k++) {
            if (bytes[i + k] >> 6 != 2) {
                good = 0;
                break;
            }
            code = code << 6 | (bytes[i + k] & 63u);
        }
        if (!good) {
            malformed++;
            continue;
        }
        i += more;
        characters++;
        if (code > largest)
            largest = code;
    }
    return largest > 0xffffu ? -1 : characters * 100 + malformed;
}
