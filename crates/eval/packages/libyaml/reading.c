// Characters of an input whose encoding is not known.
#include "reader.c"
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
void *yaml_malloc(size_t size) { return malloc(size); }
void yaml_free(void *block) { free(block); }

static int give(void *data, unsigned char *buffer, size_t size, size_t *read) {
    size_t count = size < 3 ? size : 3;
    for (size_t i = 0; i < count; i++)
        buffer[i] = __VERIFIER_nondet_uchar();
    *read = ++*(int *)data < 3 ? count : 0;
    return 1;
}

int main(void) {
    static yaml_parser_t parser;
    int calls = 0;
    if (!BUFFER_INIT(&parser, parser.raw_buffer, INPUT_RAW_BUFFER_SIZE))
        return 1;
    if (!BUFFER_INIT(&parser, parser.buffer, INPUT_BUFFER_SIZE))
        return 1;
    parser.read_handler = give;
    parser.read_handler_data = &calls;
    int read = yaml_parser_update_buffer(&parser, 3);
    return read && parser.unread > 6;
}
