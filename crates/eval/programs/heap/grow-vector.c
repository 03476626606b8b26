/* A vector doubles its room when it is full; room and size must stay consistent and contents survive. */
extern void abort(void);
extern void *malloc(unsigned long);
extern void free(void *);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
struct vector { int size; int room; int *data; };

static int append(struct vector *v, int value) {
  if (v->size == v->room) {
    int *larger = malloc(2ul * (unsigned long)v->room * sizeof(int));
    int i;
    if (!larger) {
      return 0;
    }
    for (i = 0; i < v->size; i++) {
      larger[i] = v->data[i];
    }
    free(v->data);
    v->data = larger;
    v->room *= 2;
  }
  v->data[v->size++] = value;
  return 1;
}

int main(void) {
  struct vector v = {0, 1, malloc(sizeof(int))};
  int i;
  if (!v.data) {
    return 0;
  }
  for (i = 0; i < 7; i++) {
    if (!append(&v, 3 * i)) {
      break;
    }
    __VERIFIER_assert(v.size <= v.room);
  }
  __VERIFIER_assert(v.size == i);
  __VERIFIER_assert(v.room == 1 || v.room == 2 || v.room == 4 || v.room == 8);
  for (i = 0; i < v.size; i++) {
    __VERIFIER_assert(v.data[i] == 3 * i);
  }
  free(v.data);
  return 0;
}
