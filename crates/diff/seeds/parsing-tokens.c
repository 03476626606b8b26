/* Splits a text into words, numbers and signs. */
extern unsigned char __VERIFIER_nondet_uchar(void);

enum kind { BLANK, WORD, NUMBER, SIGN };

static enum kind kind_of(unsigned char c)
{
    if (c == ' ' || c == '\t' || c == '\n')
        return BLANK;
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_')
        return WORD;
    return c >= '0' && c <= '9' ? NUMBER : SIGN;
}

int main(void)
{
    unsigned char text[16];
    int counts[4] = { 0, 0, 0, 0 };
    int at = 0;

    for (int i = 0; i < 16; i++)
        text[i] = (unsigned char)(32 + __VERIFIER_nondet_uchar() % 96);
    while (at < 16) {
        enum kind kind = kind_of(text[at]);
        int start = at++;
        if (kind == SIGN) {
            counts[SIGN]++;
            continue;
        }
        while (at < 16) {
            enum kind next = kind_of(text[at]);
            if (next != kind && !(kind == WORD && next == NUMBER))
                break;
            at++;
        }
        counts[kind] += at - start > 0;
    }
    return counts[WORD] * 100 + counts[NUMBER] * 10 + counts[SIGN] % 10;
}
