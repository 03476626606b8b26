/* Value domains of fixed-width words, for `soundline laws --lib`. Guide: docs/value-domains.md.
 *
 * A value domain describes sets of words of a width from 1 to 64, such as "the two lowest bits are 0" or "from 3 to 7".
 * A library exports one function, soundline_value_domain, which returns one table. Words are uint64_t below 2^width.
 *
 * An element is element_size bytes of plain data: it is copied by memcpy and kept at 16-byte alignment, and it owns nothing.
 * Functions write all of *result, never change their operands, and depend on nothing but their arguments.
 * Where a function has the type int, 0 means no.
 *
 * SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef SOUNDLINE_VALUE_H
#define SOUNDLINE_VALUE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SOUNDLINE_VALUE_VERSION 1

/* What an operator claims beside soundness. A claim that does not hold is a finding; what is not claimed is measured. */
#define SOUNDLINE_MONOTONE 1u    /* larger operands give larger results */
#define SOUNDLINE_OPTIMAL 2u     /* no element with fewer words covers all concrete results */
#define SOUNDLINE_COMMUTATIVE 4u /* the first two operands can be exchanged */
#define SOUNDLINE_IN_PLACE 8u    /* result may be the first operand */
#define SOUNDLINE_STRICT 16u     /* an empty operand gives an empty result */

/* An operand: an element, or a constant or a width. */
typedef union soundline_operand {
  const void *element;
  uint64_t value;
} soundline_operand;

typedef struct soundline_operator {
  const char *name;

  /* A letter for each operand, from one to four:
   *   e  an element
   *   b  an element of width 1
   *   c  a constant, that is any word
   *   >  a larger width, which is the width of the result; at most one
   *   <  a smaller width, likewise */
  const char *operands;

  uint32_t claims;

  /* The width of the result, such as 1 for a comparison; 0 for the width of the operands, or what > or < gives. */
  uint32_t result_width;

  /* The abstract operation. It is not called with constants for which the concrete one is never defined. */
  void (*abstract)(uint32_t width, const soundline_operand *operands, void *result);

  /* The concrete operation, on words in place of elements: writes *result and returns 1, or returns 0 where the
   * operation is undefined (division by zero, overflow of nsw, poison). Undefined results need not be covered. */
  int (*concrete)(uint32_t width, const uint64_t *operands, uint64_t *result);
} soundline_operator;

typedef struct soundline_domain {
  uint32_t version; /* SOUNDLINE_VALUE_VERSION */
  uint32_t size;    /* sizeof(soundline_domain) */

  const char *name;  /* in lower case, such as "llvm-19-known-bits" */
  const char *about; /* a sentence with the version of what is tested; may be null */

  const uint32_t *widths; /* the widths to check; > and < choose among them */
  size_t width_count;
  size_t element_size; /* from 1 to 4096 */

  /* The lattice. `bottom` is null if no element is empty; operators are then never called with an empty operand. */
  void (*top)(uint32_t width, void *result);
  void (*bottom)(uint32_t width, void *result);
  int (*leq)(uint32_t width, const void *a, const void *b);
  int (*equal)(uint32_t width, const void *a, const void *b);
  void (*join)(uint32_t width, const void *a, const void *b, void *result);
  /* Returns 1, or 0 without a result if nothing is in both and there is no bottom. */
  int (*meet)(uint32_t width, const void *a, const void *b, void *result);

  /* The meaning of an element: is the word in it? */
  int (*contains)(uint32_t width, const void *a, uint64_t word);

  /* Each of these may be null. */
  void (*widen)(uint32_t width, const void *a, const void *b, void *result);
  void (*narrow)(uint32_t width, const void *a, const void *b, void *result);

  /* Where elements come from; at least one of `best` and `count` is there.
   * best: the element with the fewest words that contains all these words (at least one).
   * count, element: how many elements there are, and the one with this index; 0 for a width with too many to list. */
  void (*best)(uint32_t width, const uint64_t *words, size_t word_count, void *result);
  uint64_t (*count)(uint32_t width);
  void (*element)(uint32_t width, uint64_t index, void *result);

  /* Write the element as text of at most `size` bytes, and return its length; null to show the words in it. */
  size_t (*show)(uint32_t width, const void *a, char *text, size_t size);

  /* Lattice laws that are not promised, each as "LAW: REASON"; the last pointer is null. May be null. */
  const char *const *exempt;

  const soundline_operator *operators;
  size_t operator_count;
  size_t operator_size; /* sizeof(soundline_operator) */
} soundline_domain;

#if defined(__GNUC__)
__attribute__((visibility("default")))
#endif
const soundline_domain *soundline_value_domain(void);

#ifdef __cplusplus
}
#endif

#endif
