/* Characters are appended to a buffer that is made larger when full. */
extern void abort(void);
extern void *malloc(unsigned long);
extern void free(void *);
extern char __VERIFIER_nondet_char(void);
extern _Bool __VERIFIER_nondet_bool(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
struct builder { char *text; unsigned long used; unsigned long room; };

static int append(struct builder *b, char letter) {
  if (b->used == b->room) {
    unsigned long room = b->room * 2;
    char *larger = malloc(room);
    if (!larger) {
      return 0;
    }
    for (unsigned long i = 0; i < b->used; i++) {
      larger[i] = b->text[i];
    }
    free(b->text);
    b->text = larger;
    b->room = room;
  }
  b->text[b->used] = letter;
  b->used++;
  return 1;
}

int main(void) {
  struct builder b = {0, 0, 2};
  b.text = malloc(2);
  if (!b.text) {
    return 0;
  }
  int appended = 0;
  for (int i = 0; i < 5; i++) {
    appended += append(&b, (char)('a' + i));
    __VERIFIER_assert(b.used <= b.room);
    __VERIFIER_assert(b.used == (unsigned long)appended);
  }
  __VERIFIER_assert(b.room == 2 || b.room == 4 || b.room == 8);
  __VERIFIER_assert(appended >= 2);
  __VERIFIER_assert(b.text[0] == 'a');
  __VERIFIER_assert(b.text[1] == 'b');
  __VERIFIER_assert(appended == 5); /* FAILS */
  free(b.text);
  return 0;
}
