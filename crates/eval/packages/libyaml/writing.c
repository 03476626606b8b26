// Text that is written in another encoding.
#include "writer.c"
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
void *yaml_malloc(size_t size) { return malloc(size); }
void yaml_free(void *block) { free(block); }

static int take(void *data, unsigned char *buffer, size_t size) {
    *(size_t *)data += size;
    return buffer[0] != 'z';
}

int main(void) {
    static yaml_emitter_t emitter;
    size_t written = 0;
    if (!BUFFER_INIT(&emitter, emitter.buffer, OUTPUT_BUFFER_SIZE))
        return 1;
    if (!BUFFER_INIT(&emitter, emitter.raw_buffer, OUTPUT_RAW_BUFFER_SIZE))
        return 1;
    emitter.write_handler = take;
    emitter.write_handler_data = &written;
    emitter.encoding = YAML_UTF16LE_ENCODING;
    for (int i = 0; i < 4; i++)
        *emitter.buffer.pointer++ = 'a' + __VERIFIER_nondet_uchar() % 26;
    int flushed = yaml_emitter_flush(&emitter);
    return flushed && written > 16;
}
