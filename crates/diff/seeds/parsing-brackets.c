/* Checks nesting of two kinds of brackets with a small stack. */
extern unsigned int __VERIFIER_nondet_uint(void);

#define LENGTH 14
#define DEPTH 5

int main(void)
{
    static const char letters[4] = { '(', ')', '[', ']' };
    char stack[DEPTH];
    int height = 0, deepest = 0, errors = 0;

    for (int i = 0; i < LENGTH; i++) {
        char c = letters[__VERIFIER_nondet_uint() % 4];
        if (c == '(' || c == '[') {
            if (height == DEPTH) {
                errors++;
                continue;
            }
            stack[height++] = c;
            if (height > deepest)
                deepest = height;
        } else {
            char open = c == ')' ? '(' : '[';
            if (height == 0 || stack[height - 1] != open)
                errors++;
            else
                height--;
        }
    }
    return errors * 100 + deepest * 10 + height;
}
