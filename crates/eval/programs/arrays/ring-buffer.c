/* A ring of eight bytes with head and count; indices must stay inside, and first in is first out. */
extern void abort(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
#define CAPACITY 8
static unsigned char ring[CAPACITY];
static unsigned int head;
static unsigned int count;

static void put(unsigned char byte) {
  if (count < CAPACITY) {
    ring[(head + count) % CAPACITY] = byte;
    count++;
  }
}

static int get(void) {
  if (count == 0) {
    return -1;
  }
  int byte = ring[head];
  head = (head + 1) % CAPACITY;
  count--;
  return byte;
}

int main(void) {
  while (__VERIFIER_nondet_bool()) {
    if (__VERIFIER_nondet_bool()) {
      put(__VERIFIER_nondet_uchar());
    } else {
      int byte = get();
      __VERIFIER_assert(byte >= -1 && byte <= 255);
    }
    __VERIFIER_assert(head < CAPACITY);
    __VERIFIER_assert(count <= CAPACITY);
  }
  unsigned int before = count;
  put(42);
  __VERIFIER_assert(count == before + 1); /* FAILS */
  __VERIFIER_assert(ring[(head + before) % CAPACITY] == 42);
  return 0;
}
