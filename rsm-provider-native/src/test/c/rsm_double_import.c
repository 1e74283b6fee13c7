/* Connections, mappings, transfers and vectors. */
#include "rsm_double.h"

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
