#include <string.h>

int main(void)
{
    char text[4] = {'a', 0, 'x', 'y'};
    strcat(text, "b");
    __CPROVER_assert(text[3] != 'y', "CHECK");
    return 0;
}
