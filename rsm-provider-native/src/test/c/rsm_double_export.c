/* Segments of the exporter. */
#include "rsm_double.h"

static rsm_memseg_id_t next_id = 0x80000000U;

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

struct segment *published(rsm_memseg_id_t id) {
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
