/* A stack in a malloc'ed array of eight; it must never under- or overflow, and pop gives what was pushed. */
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void *malloc(unsigned long);
extern void free(void *);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
#define ROOM 8
struct stack { int top; int *cell; };

static int push(struct stack *s, int value) {
  if (s->top == ROOM) {
    return 0;
  }
  s->cell[s->top++] = value;
  return 1;
}

static int pop(struct stack *s, int *value) {
  if (s->top == 0) {
    return 0;
  }
  *value = s->cell[--s->top];
  return 1;
}

int main(void) {
  struct stack s = {0, malloc(ROOM * sizeof(int))};
  int got = 0;
  if (!s.cell) {
    return 0;
  }
  while (__VERIFIER_nondet_bool()) {
    if (__VERIFIER_nondet_bool()) {
      int value = __VERIFIER_nondet_int();
      if (push(&s, value)) {
        __VERIFIER_assert(s.cell[s.top - 1] == value);
      }
    } else {
      pop(&s, &got);
    }
    __VERIFIER_assert(s.top >= 0 && s.top <= ROOM);
  }
  if (push(&s, 5)) {
    __VERIFIER_assert(pop(&s, &got) == 1);
    __VERIFIER_assert(got == 5);
  }
  __VERIFIER_assert(s.top == 0); /* FAILS */
  free(s.cell);
  return 0;
}
