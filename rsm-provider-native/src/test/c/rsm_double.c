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
#define PAGE 4096UL
#define GENERATION 7

/* Read by the test at fixed offsets: see DoubleControl. */
struct record {
  uint64_t calls, argc, value[MAX_ARGS], size[MAX_ARGS];
  char name[64];
};

struct controller {
  int references;
  char name[RSM_NAME];
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

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct record record, scrap;
static char watched[64], failing[64];
static int result, failure, alive, misuses, topologies, done = -1, vector_code;
static rsm_memseg_id_t next_id = 0x80000000U;
static struct segment *all;
static struct controller controllers[3] = {{0, "loopback"}, {0, "wrsm0"}, {0, "wrsm1"}};

struct record *double_record(void) { return &record; }

void double_reset(int live) {
  memset(&record, 0, sizeof record);
  alive = live;
  result = misuses = 0;
  done = -1;
  watched[0] = failing[0] = 0;
}

/* From now on only calls of this function are recorded. */
void double_watch(const char *function) {
  memset(&record, 0, sizeof record);
  strncpy(watched, function, sizeof watched - 1);
}

void double_result(int code) { result = code; }

/* Calls of one function return this from now on; of no function with the empty name. */
void double_fail(const char *function, int code) {
  strncpy(failing, function, sizeof failing - 1);
  failure = code;
}

/* Vectors stop after some entries, from now on; -1: they do not. */
void double_vector(int entries, int code) {
  done = entries;
  vector_code = code;
}

/* Calls with a handle that was given back, or of the wrong kind. */
int double_misuses(void) { return misuses; }

int double_references(int controller) { return controllers[controller].references; }

int double_topologies(void) { return topologies; }

/* Connections to a published segment. */
int double_importers(uint32_t id) {
  int n = 0;
  for (struct segment *s = all; s; s = s->next) {
    n += s->kind == IMPORT && s->exporter && s->exporter->id == id;
  }
  return n;
}

/* What everybody sees of a published segment. */
int double_peek(uint32_t id, uint64_t offset) {
  for (struct segment *s = all; s; s = s->next) {
    if (s->kind == EXPORT && s->id == id) return (unsigned char)s->memory[offset];
  }
  return -1;
}

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

static int guarded(int code) {
  pthread_mutex_unlock(&lock);
  return code;
}

static struct segment *new_segment(int kind) {
  struct segment *s = calloc(1, sizeof *s);
  s->kind = kind;
  s->file = -1;
  if (pipe2(s->ends, O_NONBLOCK | O_CLOEXEC)) abort();
  s->next = all;
  all = s;
  return s;
}

/* The block stays, so that a late call is noticed. */
static void end_segment(struct segment *s) {
  close(s->ends[0]);
  close(s->ends[1]);
  if (s->file >= 0) close(s->file);
  s->kind = DEAD;
}

/* Makes private memory the first mapping of a file, with its contents. */
static int share(char *memory, size_t length) {
  int file = memfd_create("exported", MFD_CLOEXEC);
  if (file < 0 || write(file, memory, length) != (ssize_t)length ||
      mmap(memory, length, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, 0) == MAP_FAILED) {
    abort();
  }
  return file;
}

static void make_private(char *memory, size_t length) {
  char *kept = malloc(length);
  memcpy(kept, memory, length);
  mmap(memory, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  memcpy(memory, kept, length);
  free(kept);
}

static int protection(rsm_permission_t perm) {
  return (perm & RSM_PERM_READ ? PROT_READ : 0) | (perm & RSM_PERM_WRITE ? PROT_WRITE : 0);
}

int rsm_get_controller(char *name, rsmapi_controller_handle_t *controller) {
  CALL; PTR(name); PTR(controller);
  ANSWER;
  for (int i = 0; i < 3; i++) {
    if (!strcmp(name ? name : "loopback", controllers[i].name)) {
      controllers[i].references++;
      *controller = &controllers[i];
      return RSM_SUCCESS;
    }
  }
  return RSMERR_CTLR_NOT_PRESENT;
}

int rsm_get_controller_attr(rsmapi_controller_handle_t c, rsmapi_controller_attr_t *attr) {
  CALL; PTR(c); PTR(attr);
  ANSWER;
  memset(attr, 0, sizeof *attr);
  attr->attr_page_size = 8;
  if (c != &controllers[0]) {
    *attr = (rsmapi_controller_attr_t){13, 9, 8192, 1 << 24, 1 << 25, 11, 1 << 22, ~0UL, 12};
  }
  return RSM_SUCCESS;
}

int rsm_release_controller(rsmapi_controller_handle_t c) {
  CALL; PTR(c);
  ANSWER;
  misuses += --c->references < 0;
  return RSM_SUCCESS;
}

static rsm_connections_t *connections(const char *name, rsm_addr_t address, int remotes) {
  rsm_connections_t *c = calloc(1, sizeof *c + (size_t)remotes * sizeof c->remote_cntlr[0]);
  strcpy(c->hdr.cntlr_name, name);
  c->hdr.local_hwaddr = address;
  c->hdr.remote_cntlr_count = remotes;
  for (int i = 0; i < remotes; i++) {
    c->remote_cntlr[i] =
        (rsm_remote_cntlr_t){(rsm_node_id_t)(2 + i), "wrsm5", 0xabcdef0123456700ULL + (unsigned)i,
                             RSM_CONNECTION_ACTIVE - (unsigned)i};
  }
  return c;
}

int rsm_get_interconnect_topology(rsm_topology_t **topology) {
  CALL; PTR(topology);
  ANSWER;
  *topology = malloc(sizeof(rsm_topology_t) + sizeof(void *));
  (*topology)->topology_hdr = (rsm_topology_hdr_t){1, 2};
  (*topology)->connections[0] = connections("wrsm0", 0x1122334455667788ULL, 2);
  (*topology)->connections[1] = connections("wrsm1", 0x99, 0);
  topologies++;
  return RSM_SUCCESS;
}

void rsm_free_interconnect_topology(rsm_topology_t *topology) {
  CALL; PTR(topology);
  if (alive && topology) {
    free(topology->connections[0]);
    free(topology->connections[1]);
    free(topology);
    topologies--;
  }
}

int rsm_get_segmentid_range(const char *id, rsm_memseg_id_t *base, uint32_t *length) {
  CALL; PTR(id); PTR(base); PTR(length);
  ANSWER;
  *base = 0x600000;
  *length = 100;
  return RSM_SUCCESS;
}

int rsm_memseg_export_create(rsmapi_controller_handle_t c, rsm_memseg_export_handle_t *out,
                             void *address, size_t length, unsigned flags) {
  CALL; PTR(c); PTR(out); PTR(address); ARG(length); ARG(flags);
  ANSWER;
  pthread_mutex_lock(&lock);
  struct segment *s = new_segment(EXPORT);
  s->memory = address;
  s->size = length;
  s->file = share(address, length);
  *out = s;
  return guarded(RSM_SUCCESS);
}

static void abort_importers(struct segment *exporter) {
  for (struct segment *s = all; s; s = s->next) {
    if (s->kind == IMPORT && s->exporter == exporter) {
      s->aborted = 1;
      s->exporter = NULL;
      if (s->memory) {
        mmap(s->memory, s->mapped, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
      }
    }
  }
  exporter->id = 0;
}

int rsm_memseg_export_destroy(rsm_memseg_export_handle_t s) {
  CALL; PTR(s);
  ANSWER;
  SEGMENT(s, EXPORT);
  if (s->polled) return RSMERR_POLLFD_IN_USE;
  pthread_mutex_lock(&lock);
  abort_importers(s);
  make_private(s->memory, s->size);
  end_segment(s);
  return guarded(RSM_SUCCESS);
}

int rsm_memseg_export_rebind(rsm_memseg_export_handle_t s, void *address, rsm_offset_t off,
                             size_t length) {
  CALL; PTR(s); PTR(address); ARG(off); ARG(length);
  ANSWER;
  SEGMENT(s, EXPORT);
  if (s->memory == address) return RSM_SUCCESS;
  pthread_mutex_lock(&lock);
  int file = share(address, length);
  make_private(s->memory, s->size);
  close(s->file);
  s->file = file;
  s->memory = address;
  for (struct segment *i = all; i; i = i->next) {
    if (i->kind == IMPORT && i->exporter == s && i->memory) {
      mmap(i->memory, i->mapped, protection(i->perm), MAP_SHARED | MAP_FIXED, file,
           (off_t)i->start);
    }
  }
  return guarded(RSM_SUCCESS);
}

static struct segment *published(rsm_memseg_id_t id) {
  for (struct segment *s = all; s; s = s->next) {
    if (s->kind == EXPORT && s->id == id) return s;
  }
  return NULL;
}

static void set_list(struct segment *s, rsmapi_access_entry_t *list, unsigned length) {
  s->list_length = length;
  s->listed = length ? list[0].ae_node : 0;
  s->perm = length ? list[0].ae_permission : 0666;
}

int rsm_memseg_export_publish(rsm_memseg_export_handle_t s, rsm_memseg_id_t *id,
                              rsmapi_access_entry_t *list, unsigned length) {
  CALL; PTR(s); PTR(id); PTR(list); ARG(length);
  ANSWER;
  SEGMENT(s, EXPORT);
  pthread_mutex_lock(&lock);
  if (*id && published(*id)) return guarded(RSMERR_SEGID_IN_USE);
  if (!*id) *id = next_id++;
  s->id = *id;
  set_list(s, list, length);
  return guarded(RSM_SUCCESS);
}

int rsm_memseg_export_republish(rsm_memseg_export_handle_t s, rsmapi_access_entry_t *list,
                                unsigned length) {
  CALL; PTR(s); PTR(list); ARG(length);
  ANSWER;
  SEGMENT(s, EXPORT);
  set_list(s, list, length);
  return RSM_SUCCESS;
}

int rsm_memseg_export_unpublish(rsm_memseg_export_handle_t s) {
  CALL; PTR(s);
  ANSWER;
  SEGMENT(s, EXPORT);
  pthread_mutex_lock(&lock);
  abort_importers(s);
  return guarded(RSM_SUCCESS);
}

int rsm_memseg_import_connect(rsmapi_controller_handle_t c, rsm_node_id_t node, rsm_memseg_id_t id,
                              rsm_permission_t perm, rsm_memseg_import_handle_t *out) {
  CALL; PTR(c); ARG(node); ARG(id); ARG(perm); PTR(out);
  ANSWER;
  pthread_mutex_lock(&lock);
  struct segment *exporter = published(id);
  if (!exporter) return guarded(RSMERR_SEG_NOT_PUBLISHED);
  if (perm & ~exporter->perm) return guarded(RSMERR_PERM_DENIED);
  struct segment *s = new_segment(IMPORT);
  s->exporter = exporter;
  s->size = exporter->size;
  s->perm = perm;
  s->mode = RSM_BARRIER_MODE_IMPLICIT;
  *out = s;
  return guarded(RSM_SUCCESS);
}

int rsm_memseg_import_unmap(rsm_memseg_import_handle_t s) {
  CALL; PTR(s);
  ANSWER;
  SEGMENT(s, IMPORT);
  if (!s->memory) return RSMERR_SEG_NOT_MAPPED;
  munmap(s->memory, s->mapped);
  s->memory = NULL;
  s->implicit = 0;
  return RSM_SUCCESS;
}

int rsm_memseg_import_disconnect(rsm_memseg_import_handle_t s) {
  CALL; PTR(s);
  ANSWER;
  SEGMENT(s, IMPORT);
  if (s->memory && !s->implicit) return RSMERR_SEG_STILL_MAPPED;
  if (s->polled) return RSMERR_POLLFD_IN_USE;
  if (s->memory) munmap(s->memory, s->mapped);
  pthread_mutex_lock(&lock);
  end_segment(s);
  return guarded(RSM_SUCCESS);
}

static int map(struct segment *s, void *at, int fixed, rsm_permission_t perm, off_t offset,
               size_t length) {
  pthread_mutex_lock(&lock);
  if (s->aborted) return guarded(RSMERR_CONN_ABORTED);
  if (perm & ~s->perm) return guarded(26);
  void *got = mmap(at, length, protection(perm), MAP_SHARED | (fixed ? MAP_FIXED : 0),
                   s->exporter->file, offset);
  if (got == MAP_FAILED) return guarded(RSMERR_MAP_FAILED);
  s->memory = got;
  s->mapped = length;
  s->start = (size_t)offset;
  return guarded(RSM_SUCCESS);
}

int rsm_memseg_import_map(rsm_memseg_import_handle_t s, void **address, rsm_attribute_t attr,
                          rsm_permission_t perm, off_t offset, size_t length) {
  CALL; PTR(s); PTR(address); U32(attr); ARG(perm); ARG(offset); ARG(length);
  ANSWER;
  SEGMENT(s, IMPORT);
  if (s->memory) return RSMERR_SEG_ALREADY_MAPPED;
  if ((size_t)offset + length > s->size) return RSMERR_BAD_LENGTH;
  int code = map(s, *address, attr == RSM_MAP_FIXED, perm, offset, length);
  if (!code) *address = s->memory;
  return code;
}

/* What a transfer checks before it moves anything. */
static int check(struct segment *s, off_t offset, const void *data, size_t length,
                 rsm_permission_t perm, size_t item) {
  SEGMENT(s, IMPORT);
  if (!data) return 16;
  if ((uintptr_t)data % item || (size_t)offset % item) return 17;
  if (!s->memory) {
    int code = map(s, NULL, 0, RSM_PERM_READ | RSM_PERM_WRITE, 0, s->size);
    if (code) return code;
    s->implicit = 1;
  }
  if (!(s->perm & perm)) return RSMERR_PERM_DENIED;
  if ((size_t)offset < s->start || (size_t)offset + length > s->start + s->mapped) {
    return RSMERR_BAD_OFFSET;
  }
  return s->mode == RSM_BARRIER_MODE_IMPLICIT && !s->barrier ? RSMERR_BARRIER_UNINITIALIZED : 0;
}

static int end_transfer(struct segment *s) {
  return s->mode == RSM_BARRIER_MODE_IMPLICIT && s->aborted ? RSMERR_CONN_ABORTED : RSM_SUCCESS;
}

#define GET(name, type, number, item)                                                      \
  int name(rsm_memseg_import_handle_t s, off_t offset, type *data, number count) {         \
    CALL; PTR(s); ARG(offset); PTR(data); ARG(count);                                      \
    ANSWER;                                                                                \
    int code = check(s, offset, data, count * item, RSM_PERM_READ, item);                  \
    if (code) return code;                                                                 \
    memcpy(data, s->memory + offset - s->start, count * item);                             \
    return end_transfer(s);                                                                \
  }
#define PUT(name, type, number, item)                                                      \
  int name(rsm_memseg_import_handle_t s, off_t offset, type *data, number count) {         \
    CALL; PTR(s); ARG(offset); PTR(data); ARG(count);                                      \
    ANSWER;                                                                                \
    int code = check(s, offset, data, count * item, RSM_PERM_WRITE, item);                 \
    if (code) return code;                                                                 \
    memcpy(s->memory + offset - s->start, data, count * item);                             \
    return end_transfer(s);                                                                \
  }
GET(rsm_memseg_import_get8, uint8_t, unsigned long, 1)
GET(rsm_memseg_import_get16, uint16_t, unsigned long, 2)
GET(rsm_memseg_import_get32, uint32_t, unsigned long, 4)
GET(rsm_memseg_import_get64, uint64_t, unsigned long, 8)
GET(rsm_memseg_import_get, void, size_t, 1)
PUT(rsm_memseg_import_put8, uint8_t, unsigned long, 1)
PUT(rsm_memseg_import_put16, uint16_t, unsigned long, 2)
PUT(rsm_memseg_import_put32, uint32_t, unsigned long, 4)
PUT(rsm_memseg_import_put64, uint64_t, unsigned long, 8)
PUT(rsm_memseg_import_put, void, size_t, 1)

static int post(struct segment *s) {
  pthread_mutex_lock(&lock);
  if (s->kind == IMPORT && s->exporter) {
    if (write(s->exporter->ends[1], "", 1) != 1) abort();
  } else if (s->kind == EXPORT) {
    for (struct segment *i = all; i; i = i->next) {
      if (i->kind == IMPORT && i->exporter == s && write(i->ends[1], "", 1) != 1) abort();
    }
  }
  return guarded(RSM_SUCCESS);
}

static int transfer(rsm_scat_gath_t *v, int put) {
  struct segment *s = v->remote_handle;
  SEGMENT(s, IMPORT);
  if (!v->io_request_count || v->io_request_count > 16) return RSMERR_BAD_SGIO;
  if (!s->memory) {
    int code = map(s, NULL, 0, RSM_PERM_READ | RSM_PERM_WRITE, 0, s->size);
    if (code) return code;
    s->implicit = 1;
  }
  for (unsigned long k = 0; k < v->io_request_count; k++) {
    if (done >= 0 && k == (unsigned long)done) {
      v->io_residual_count = v->io_request_count - k;
      return vector_code;
    }
    rsm_iovec_t *e = &v->iovec[k];
    char *local = e->local.vaddr;
    if (e->io_type == RSM_HANDLE_TYPE) {
      misuses += !e->local.handle->live;
      local = e->local.handle->base;
    }
    char *remote = s->memory + e->remote_offset - s->start;
    local += e->local_offset;
    memcpy(put ? remote : local, put ? local : remote, e->transfer_length);
  }
  v->io_residual_count = 0;
  return v->flags & RSM_IMPLICIT_SIGPOST ? post(s) : RSM_SUCCESS;
}

int rsm_memseg_import_getv(rsm_scat_gath_t *v) {
  CALL; PTR(v);
  ANSWER;
  return transfer(v, 0);
}

int rsm_memseg_import_putv(rsm_scat_gath_t *v) {
  CALL; PTR(v);
  ANSWER;
  return transfer(v, 1);
}

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

int rsm_create_localmemory_handle(rsmapi_controller_handle_t c, rsm_localmemory_handle_t *out,
                                  char *address, size_t length) {
  CALL; PTR(c); PTR(out); PTR(address); ARG(length);
  ANSWER;
  *out = calloc(1, sizeof **out);
  **out = (struct local_memory){1, address};
  return RSM_SUCCESS;
}

int rsm_free_localmemory_handle(rsmapi_controller_handle_t c, rsm_localmemory_handle_t local) {
  CALL; PTR(c); PTR(local);
  ANSWER;
  misuses += !local->live;
  local->live = 0;
  return RSM_SUCCESS;
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
