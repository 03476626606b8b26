// Strings that grow and are joined.
#include "api.c"

int main(void) {
    static yaml_parser_t parser;
    yaml_string_t one = NULL_STRING, two = NULL_STRING;
    if (!STRING_INIT(&parser, one, 4))
        return 1;
    if (!STRING_INIT(&parser, two, 4))
        return 1;
    for (int i = 0; i < 9; i++) {
        if (one.pointer + 5 >= one.end && !yaml_string_extend(&one.start, &one.pointer, &one.end))
            return 1;
        *one.pointer++ = 'a';
    }
    *two.pointer++ = 'b';
    int joined = yaml_string_join(&one.start, &one.pointer, &one.end, &two.start, &two.pointer, &two.end);
    return joined && one.pointer - one.start > 20;
}
