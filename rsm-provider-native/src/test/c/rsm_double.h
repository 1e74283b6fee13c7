/*
 * A stand-in for librsm: exports the same functions, declared by the facts in librsm.h, so that
 * the compiler refuses a prototype that differs. Every call is recorded argument by argument.
 *
 * Unless it is made alive, a function only returns what the test asked for. Alive, it works within
 * one process, with what the open library does otherwise than the pages say: loopback has 0 for
 * attributes; transfers map for themselves, with both rights; vectors and posts do not notice an
 * abort; destroying a barrier forgets the recorded one, whichever it is; only one mapping.
 *
 * The control functions (double_*) are not part of RSM.
 */
#ifndef RSM_DOUBLE_H
#define RSM_DOUBLE_H

#define _GNU_SOURCE
#include "librsm.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define MAX_ARGS 8

/* Read by the test at fixed offsets: see DoubleControl. */
struct record {
  uint64_t calls, argc, value[MAX_ARGS], size[MAX_ARGS];
  char name[64];
};

struct local_memory {
  int live;
  char *base;
};

struct segment {
  enum { DEAD, EXPORT, IMPORT } kind;
  struct segment *next, *exporter;
  char *memory; /* exporter: its memory; importer: its mapping */
  size_t size, mapped, start;
  int file, ends[2], polled, implicit, aborted, mode;
  rsm_memseg_id_t id;
  rsm_permission_t perm;
  rsm_node_id_t listed;
  unsigned list_length;
  rsmapi_barrier_t *barrier;
};

/* What the parts of the double share; nobody else sees these names. */
#pragma GCC visibility push(hidden)
extern pthread_mutex_t lock;
extern struct record record, scrap;
extern char watched[64], failing[64];
extern int result, failure, alive, misuses, done, vector_code;
extern struct segment *all;

int guarded(int code);
struct segment *new_segment(int kind);
void end_segment(struct segment *s);
int protection(rsm_permission_t perm);
struct segment *published(rsm_memseg_id_t id);
int post(struct segment *s);
#pragma GCC visibility pop

#define ADD(x, v)                                                                          \
  do {                                                                                     \
    into->value[into->argc] = (uint64_t)(v);                                               \
    into->size[into->argc++] = sizeof(x);                                                  \
  } while (0)
#define ARG(x) ADD(x, x)
#define U32(x) ADD(x, (uint32_t)(x))
#define PTR(x) ADD(x, (uintptr_t)(x))
#define CALL                                                                               \
  struct record *into = !watched[0] || !strcmp(watched, __func__) ? &record : &scrap;      \
  into->calls++;                                                                           \
  into->argc = 0;                                                                          \
  strncpy(into->name, __func__, sizeof into->name - 1)
#define ANSWER                                                                             \
  if (failing[0] && !strcmp(failing, __func__)) return failure;                            \
  if (!alive) return result
#define SEGMENT(s, k)                                                                      \
  if (((struct segment *)(s))->kind != (k)) return misuses++, 5

#endif
