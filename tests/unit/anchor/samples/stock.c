#include "stock.h"

#define LIMIT 40
#define WEIGH(item) \
  ((item)->weight * LIMIT)

/* A shelf. */
struct shelf {
  int size;
};

typedef struct {
  int red;
} colour_t;

enum kind { CRATE, BOX };

static const char *names[] = {
  "crate", "box"
};

/* Refills a shelf. */
static int *
refill(struct shelf *s, int (*pick)(void))
{
  return &s->size;
}

#ifdef WIDE
int width(struct shelf *s, int extra) {
#else
int width(struct shelf *s) {
#endif
  return s->size;
}

int height(struct shelf *s)
{
#ifdef TALL
  if(s->size > 2) {
#else
  if(s->size > 1) {
#endif
    return 2;
  }
  return 1;
}

TEST(shelf_is_empty) {
  check(1);
}

API_EXTERN result_t drain(struct shelf *s)
{
  return 0;
}
