/* Barriers, modes and signals. */
#include "rsm_double.h"

#define GENERATION 7

int rsm_memseg_import_init_barrier(rsm_memseg_import_handle_t s, rsm_barrier_type_t type,
                                   rsmapi_barrier_t *b) {
  CALL; PTR(s); U32(type); PTR(b);
  ANSWER;
  SEGMENT(s, IMPORT);
  b->seg = s;
  b->privdata = malloc(1);
  s->barrier = b;
  return RSM_SUCCESS;
}

#define BARRIER(b)                                                                         \
  if (!(b)->seg) return RSMERR_BARRIER_UNINITIALIZED;                                      \
  struct segment *s = (b)->seg;                                                            \
  SEGMENT(s, IMPORT)

int rsm_memseg_import_open_barrier(rsmapi_barrier_t *b) {
  CALL; PTR(b);
  ANSWER;
  BARRIER(b);
  b->gnum = GENERATION;
  return RSM_SUCCESS;
}

int rsm_memseg_import_order_barrier(rsmapi_barrier_t *b) {
  CALL; PTR(b);
  ANSWER;
  BARRIER(b);
  return RSM_SUCCESS;
}

int rsm_memseg_import_close_barrier(rsmapi_barrier_t *b) {
  CALL; PTR(b);
  ANSWER;
  BARRIER(b);
  return b->gnum != GENERATION + s->aborted ? RSMERR_CONN_ABORTED : RSM_SUCCESS;
}

int rsm_memseg_import_destroy_barrier(rsmapi_barrier_t *b) {
  CALL; PTR(b);
  ANSWER;
  BARRIER(b);
  s->barrier = NULL;
  b->seg = NULL;
  free(b->privdata);
  return RSM_SUCCESS;
}

int rsm_memseg_import_set_mode(rsm_memseg_import_handle_t s, rsm_barrier_mode_t mode) {
  CALL; PTR(s); U32(mode);
  ANSWER;
  SEGMENT(s, IMPORT);
  s->mode = (int)mode;
  return RSM_SUCCESS;
}

int rsm_memseg_import_get_mode(rsm_memseg_import_handle_t s, rsm_barrier_mode_t *mode) {
  CALL; PTR(s); PTR(mode);
  ANSWER;
  SEGMENT(s, IMPORT);
  *mode = (rsm_barrier_mode_t)s->mode;
  return RSM_SUCCESS;
}

/* A full pipe has events enough: a thread that posts on and on may run far ahead of the others. */
static void signal_to(struct segment *s) {
  if (write(s->ends[1], "", 1) != 1 && errno != EAGAIN) abort();
}

int post(struct segment *s) {
  pthread_mutex_lock(&lock);
  if (s->kind == IMPORT && s->exporter) {
    signal_to(s->exporter);
  } else if (s->kind == EXPORT) {
    for (struct segment *i = all; i; i = i->next) {
      if (i->kind == IMPORT && i->exporter == s) signal_to(i);
    }
  }
  return guarded(RSM_SUCCESS);
}

int rsm_intr_signal_post(void *s, unsigned flags) {
  CALL; PTR(s); ARG(flags);
  ANSWER;
  if (((struct segment *)s)->kind == DEAD) return misuses++, 5;
  return post(s);
}

static int wait_for(struct pollfd *fds, nfds_t count, int timeout, int *found, int known) {
  if (found) *found = 0;
  int ready = poll(fds, count, timeout);
  if (ready < 0) return errno == EINTR ? RSMERR_INTERRUPTED : RSMERR_BAD_ARGS_ERRORS;
  for (nfds_t i = 0; i < count; i++) {
    struct segment *s = NULL;
    pthread_mutex_lock(&lock);
    for (struct segment *o = all; o && !known; o = o->next) {
      if (o->kind != DEAD && o->polled && o->ends[0] == fds[i].fd) s = o;
    }
    pthread_mutex_unlock(&lock);
    char event;
    if ((s || known) && fds[i].revents && read(fds[i].fd, &event, 1) != 1) {
      fds[i].revents = 0;
      ready--;
    }
  }
  if (found) *found = ready;
  return ready ? RSM_SUCCESS : RSMERR_TIMEOUT;
}

int rsm_intr_signal_wait(void *s, int timeout) {
  CALL; PTR(s); U32(timeout);
  ANSWER;
  struct segment *own = s;
  if (own->kind == DEAD) return misuses++, 5;
  struct pollfd fd = {own->ends[0], POLLRDNORM, 0};
  int code = wait_for(&fd, 1, timeout, NULL, 1);
  misuses += own->kind == DEAD;
  return code;
}

int rsm_intr_signal_wait_pollfd(struct pollfd *fds, nfds_t count, int timeout, int *found) {
  CALL; PTR(fds); ARG(count); U32(timeout); PTR(found);
  ANSWER;
  return wait_for(fds, count, timeout, found, 0);
}

int rsm_memseg_get_pollfd(void *s, struct pollfd *fd) {
  CALL; PTR(s); PTR(fd);
  ANSWER;
  struct segment *own = s;
  if (own->kind == DEAD) return misuses++, 5;
  own->polled++;
  fd->fd = own->ends[0];
  fd->events = POLLRDNORM;
  return RSM_SUCCESS;
}

int rsm_memseg_release_pollfd(void *s) {
  CALL; PTR(s);
  ANSWER;
  struct segment *own = s;
  if (own->kind == DEAD) return misuses++, 5;
  own->polled -= own->polled > 0;
  return RSM_SUCCESS;
}
