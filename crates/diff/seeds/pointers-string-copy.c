/* Strings copied and compared by pointers, with bounds kept by hand. */
extern char __VERIFIER_nondet_char(void);

#define ROOM 8

static int copy(char *to, const char *from, int room)
{
    int count = 0;
    while (count < room - 1 && from[count]) {
        to[count] = from[count];
        count++;
    }
    to[count] = 0;
    return count;
}

static int compare(const char *a, const char *b)
{
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return *a - *b;
}

int main(void)
{
    char text[ROOM + 4], copied[ROOM];
    for (int i = 0; i < ROOM + 3; i++)
        text[i] = __VERIFIER_nondet_char();
    text[ROOM + 3] = 0;
    int length = copy(copied, text, ROOM);
    int difference = compare(copied, text);
    if (difference == 0)
        return length;
    return difference < 0 ? length + 100 : length + 200;
}
