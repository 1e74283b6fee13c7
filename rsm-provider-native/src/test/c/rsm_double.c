/* What tests ask of the double, controllers and topology. */
#include "rsm_double.h"

struct controller {
  int references;
  char name[RSM_NAME];
};

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
struct record record, scrap;
char watched[64], failing[64];
int result, failure, alive, misuses, done = -1, vector_code;
struct segment *all;
static int topologies;
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

int guarded(int code) {
  pthread_mutex_unlock(&lock);
  return code;
}

struct segment *new_segment(int kind) {
  struct segment *s = calloc(1, sizeof *s);
  s->kind = kind;
  s->file = -1;
  if (pipe2(s->ends, O_NONBLOCK | O_CLOEXEC)) abort();
  s->next = all;
  all = s;
  return s;
}

/* The block stays, so that a late call is noticed. */
void end_segment(struct segment *s) {
  close(s->ends[0]);
  close(s->ends[1]);
  if (s->file >= 0) close(s->file);
  s->kind = DEAD;
}

int protection(rsm_permission_t perm) {
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
