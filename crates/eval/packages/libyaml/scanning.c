// The first tokens of a short text.
#include "scanner.c"
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
void *yaml_malloc(size_t size) { return malloc(size); }
void yaml_free(void *block) { free(block); }
yaml_char_t *yaml_strdup(const yaml_char_t *text) { return (yaml_char_t *)strdup((const char *)text); }

int yaml_stack_extend(void **start, void **top, void **end) { return *start == *end && top == 0; }
int yaml_queue_extend(void **start, void **head, void **tail, void **end) { return *start == *head && tail == end; }
int yaml_string_extend(yaml_char_t **start, yaml_char_t **at, yaml_char_t **end) { return *start == *at && end == 0; }
int yaml_string_join(yaml_char_t **a, yaml_char_t **b, yaml_char_t **c, yaml_char_t **d, yaml_char_t **e, yaml_char_t **f) {
    return a == b && c == d && e == f;
}

// Characters of one byte, and in the end zeros.
int yaml_parser_update_buffer(yaml_parser_t *parser, size_t length) {
    for (; parser->unread < length && parser->buffer.last < parser->buffer.end; parser->unread++)
        *parser->buffer.last++ = parser->mark.index < 4 ? __VERIFIER_nondet_uchar() & 127 : 0;
    return parser->unread >= length;
}

int main(void) {
    static yaml_parser_t parser;
    if (!BUFFER_INIT(&parser, parser.buffer, 64))
        return 1;
    if (!QUEUE_INIT(&parser, parser.tokens, 8, yaml_token_t *))
        return 1;
    if (!STACK_INIT(&parser, parser.indents, int *))
        return 1;
    if (!STACK_INIT(&parser, parser.simple_keys, yaml_simple_key_t *))
        return 1;
    int fetched = yaml_parser_fetch_more_tokens(&parser);
    return fetched && parser.flow_level < 0;
}
