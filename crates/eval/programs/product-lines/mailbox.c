/* A mail product with encryption, signing and forwarding as features; a sealed mail never leaves in clear. */
extern void abort(void);
extern _Bool __VERIFIER_nondet_bool(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) { if (!condition) { reach_error(); } }
static _Bool feature_encrypt;
static _Bool feature_sign;
static _Bool feature_forward;
struct mail { _Bool encrypted; _Bool is_signed; int hops; };

static void choose(void) {
  feature_encrypt = __VERIFIER_nondet_bool();
  feature_sign = __VERIFIER_nondet_bool();
  feature_forward = __VERIFIER_nondet_bool();
}

static int valid_product(void) {
  return !feature_forward || feature_sign;
}

static void outgoing(struct mail *m) {
  if (feature_sign) {
    m->is_signed = 1;
  }
  if (feature_encrypt) {
    m->encrypted = 1;
  }
  m->hops++;
}

static void incoming(struct mail *m) {
  if (feature_forward && m->hops < 3) {
    outgoing(m);
    incoming(m);
  }
}

int main(void) {
  struct mail m = {0, 0, 0};
  choose();
  if (!valid_product()) {
    return 0;
  }
  outgoing(&m);
  incoming(&m);
  __VERIFIER_assert(m.hops >= 1 && m.hops <= 3);
  __VERIFIER_assert(m.encrypted == feature_encrypt);
  __VERIFIER_assert(!feature_forward || m.is_signed);
  __VERIFIER_assert(m.hops == 3 || !feature_forward);
  __VERIFIER_assert(!m.is_signed || m.encrypted); /* FAILS */
  return 0;
}
