/* A store with cache, compression and read-only mode; reading gives what was written last in every product. */
extern void abort(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
static int with_cache;
static int with_compression;
static int read_only;
static int disk;
static int cached;
static int cache_valid;

static int encode(int value) {
  return with_compression ? value ^ 0x55 : value;
}

static int put(int value) {
  if (read_only) {
    return 0;
  }
  disk = encode(value);
  if (with_cache) {
    cached = value;
    cache_valid = 1;
  }
  return 1;
}

static int get(void) {
  if (with_cache && cache_valid) {
    return cached;
  }
  return encode(disk);
}

int main(void) {
  with_cache = __VERIFIER_nondet_bool();
  with_compression = __VERIFIER_nondet_bool();
  read_only = __VERIFIER_nondet_bool();
  int value = __VERIFIER_nondet_int();
  int written = put(value);
  __VERIFIER_assert(written == !read_only);
  __VERIFIER_assert(!cache_valid || with_cache);
  if (written) {
    __VERIFIER_assert(get() == value);
  } else {
    __VERIFIER_assert(disk == 0);
    __VERIFIER_assert(get() == 0); /* FAILS */
  }
  return 0;
}
