/*
 * A stand-in for the DAT library: exports the same functions, declared by its headers (for 1.2,
 * with DAT1 defined, by the facts in dat1.h), so that the compiler refuses a prototype that
 * differs. Every call is recorded argument by argument, and returns what the test asked for. With
 * outputs switched on, functions also write their results and dat_evd_dequeue and dat_evd_wait hand
 * out the events that the test has pushed.
 *
 * The 1.2 double has the two halves of the real thing: exported functions that call through the
 * table in the first word of the handle, and a provider whose objects begin with such a table.
 *
 * The control functions (double_*) are not part of DAT. Calls come from one thread at a time, but for
 * a call that is held: others may be made meanwhile.
 */
#include <netinet/in.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef DAT1
#include "dat1.h"
#define FN(name) provider_##name
#define MEMBER target_address
/* Parameters that 1.2 does not have. */
#define VA_TYPE
#define LMR
#define REJECT_DATA
#define ONLY_2(statements)
#else
#include <dat2/udat.h>
#include <dat2/dat_registry.h>
#define FN(name) name
#define MEMBER virtual_address
#define VA_TYPE DAT_VA_TYPE va_type,
#define LMR DAT_LMR_HANDLE lmr,
#define REJECT_DATA , DAT_COUNT size, const DAT_PVOID data
#define ONLY_2(statements) statements
#endif

#ifdef DAT1
#define DECLARE(name, parameters, arguments) static DAT_RETURN provider_##name parameters;
DAT1_FUNCTIONS(DECLARE)

#define POINTER(name, parameters, arguments) .name = provider_##name,
static const DAT_PROVIDER provider = {.device_name = "double", DAT1_FUNCTIONS(POINTER)};

/* The library's half. It looks at nothing of an object but the table. */
#define EXPORT(name, parameters, arguments)                                          \
  DAT_RETURN name parameters;                                                        \
  DAT_RETURN name parameters {                                                       \
    if (!a || (uintptr_t)a % 4) return DAT_CLASS_ERROR | DAT_INVALID_HANDLE;         \
    return (*(const DAT_PROVIDER *const *)a)->name arguments;                        \
  }
DAT1_FUNCTIONS(EXPORT)

/* The provider's objects; when all are used up, the oldest become new ones. */
#define MAX_OBJECTS 4096
static struct {
  const DAT_PROVIDER *table;
  uint64_t rest;
} objects[MAX_OBJECTS];
static unsigned made;

static DAT_HANDLE object(void) {
  unsigned i = made++ % MAX_OBJECTS;
  objects[i].table = &provider;
  return &objects[i];
}
#endif

#define MAX_ARGS 16
#define MAX_EVENTS 64
#define MAX_SEGMENTS 8

/* Read by the test at fixed offsets: see DoubleRecord. */
struct record {
  uint64_t calls;
  uint64_t argc;
  uint64_t value[MAX_ARGS];
  uint64_t size[MAX_ARGS];
  char name[64];
  uint64_t segments;
  struct {
    uint64_t address;
    uint64_t length;
    uint64_t context;
  } segment[MAX_SEGMENTS + 1]; /* the last one is the remote segment */
  uint8_t data[64];            /* private data of a connect or accept */
};

static struct record record, scrap;
static struct record *into = &record;
static char watched[64];
static DAT_RETURN result;
/* Calls return at once, where costs are measured. */
static int unrecorded;
/* 0: calls only return; 1: they write results; 2: also handles that differ and an EP's state. */
static int outputs;
#ifndef DAT1
static uint64_t last_handle;
#endif
static unsigned lmrs;
/* Whether service points are pieces of the heap that begin as libdapl's do. */
static int heap_points;
static DAT_EP_STATE ep_state;
static int held;
/* The point at which calls wait while held_in is not 0. */
static char holding[64];
static int held_in;
static char failing[64];
static DAT_RETURN failure;
/* Names of the calls so far, each followed by a space. */
static char history[16384];
static uint8_t peer_data[16];
static DAT_COUNT peer_data_size;
static struct sockaddr_in own_address;
/* Of the verbs device, as libdapl tells it; empty for none. */
static char device[16];
static DAT_EVENT events[MAX_EVENTS];
static unsigned first_event, last_event;
/* How many looks find nothing although events were pushed. */
static unsigned late;

struct record *double_record(void) { return &record; }

void double_reset(void) {
  __atomic_store_n(&held_in, 0, __ATOMIC_RELEASE);
  memset(&record, 0, sizeof record);
  result = DAT_SUCCESS;
  outputs = unrecorded = heap_points = 0;
  first_event = last_event = late = 0;
  ep_state = DAT_EP_STATE_UNCONNECTED;
  failing[0] = history[0] = watched[0] = device[0] = 0;
  peer_data_size = 0;
  lmrs = 0;
  own_address.sin_family = AF_INET;
  own_address.sin_addr.s_addr = htonl(0x0a01020f);
}

/* From now on only calls of this function are recorded. */
void double_watch(const char *function) {
  strncpy(watched, function, sizeof watched - 1);
  record.calls = 0;
}

/* Forgets the events that were pushed. */
void double_drop(void) { first_event = last_event; }

/* Events come so many looks later: the library's thread is slow. */
void double_late(uint32_t looks) { late = looks; }

/* How many of these looks are left. */
uint32_t double_still_late(void) { return late; }

void double_ep_state(uint32_t state) { ep_state = state; }

/* Service points made from now on are pieces of the heap, and freed as such. */
void double_heap_points(uint32_t on) { heap_points = on; }

/* Calls of one function return this from now on; of no function with the null pointer. */
void double_fail(const char *function, uint32_t ret) {
  failing[0] = 0;
  if (function) strncpy(failing, function, sizeof failing - 1);
  failure = ret;
}

void double_device(const char *name) { strncpy(device, name, sizeof device - 1); }

const char *double_history(void) { return history; }

void double_peer_data(uint32_t size) {
  peer_data_size = (DAT_COUNT)size;
  for (unsigned i = 0; i < sizeof peer_data; i++) peer_data[i] = (uint8_t)(0xa0 + i);
}

/* While on, dat_ep_disconnect does not return, as on iWARP before a connect is answered. */
void double_hold(int on) { __atomic_store_n(&held, on, __ATOMIC_SEQ_CST); }

/*
 * From now on calls wait at this point: the name of a function, at its begin, or "dat_psp_create
 * made", when the listener exists. With the null pointer all go on.
 */
void double_hold_in(const char *point) {
  __atomic_store_n(&held_in, 0, __ATOMIC_RELEASE);
  if (!point) return;
  memset(holding, 0, sizeof holding);
  strncpy(holding, point, sizeof holding - 1);
  __atomic_store_n(&held_in, 1, __ATOMIC_RELEASE);
}

void double_result(uint32_t ret) { result = ret; }

void double_outputs(int on) { outputs = on; }

void double_unrecorded(int on) { unrecorded = on; }

/* Cost what a call costs, nothing else. */
int double_bare(uint64_t a, uint64_t b) { return (int)(a ^ b); }

int double_bare5(uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e) {
  return (int)(a ^ b ^ c ^ d ^ e);
}

/* A handle to pass to a function; in 2.0 it need not be one. */
uint64_t double_handle(uint64_t wanted) {
#ifdef DAT1
  (void)wanted;
  return (uint64_t)(uintptr_t)object();
#else
  return wanted;
#endif
}

/* An event whose members nobody sets is not zero, so that a wrong offset shows. */
static DAT_EVENT *new_event(uint32_t number, uint64_t evd) {
  DAT_EVENT *e = &events[last_event++ % MAX_EVENTS];
  memset(e, 0xee, sizeof *e);
  e->event_number = number;
  e->evd_handle = (DAT_EVD_HANDLE)evd;
  return e;
}

void double_push_dto(uint32_t number, uint64_t evd, uint64_t ep, uint64_t cookie, uint32_t status,
                     uint64_t length) {
  DAT_DTO_COMPLETION_EVENT_DATA *d =
      &new_event(number, evd)->event_data.dto_completion_event_data;
  d->ep_handle = (DAT_EP_HANDLE)ep;
  d->user_cookie.as_64 = cookie;
  d->status = status;
  d->transfered_length = (__typeof__(d->transfered_length))length;
}

void double_push_cr(uint64_t evd, uint64_t sp, uint64_t address, uint64_t qual, uint64_t cr) {
  DAT_CR_ARRIVAL_EVENT_DATA *d =
      &new_event(DAT_CONNECTION_REQUEST_EVENT, evd)->event_data.cr_arrival_event_data;
  d->sp_handle.psp_handle = (DAT_PSP_HANDLE)sp;
  d->local_ia_address_ptr = (DAT_IA_ADDRESS_PTR)address;
  d->conn_qual = qual;
  d->cr_handle = (DAT_CR_HANDLE)cr;
}

void double_push_connection(uint32_t number, uint64_t evd, uint64_t ep, uint32_t size,
                            uint64_t data) {
  DAT_CONNECTION_EVENT_DATA *d = &new_event(number, evd)->event_data.connect_event_data;
  d->ep_handle = (DAT_EP_HANDLE)ep;
  d->private_data_size = (DAT_COUNT)size;
  d->private_data = (DAT_PVOID)data;
}

void double_push_async(uint32_t number, uint64_t evd, uint64_t handle, uint32_t reason) {
  DAT_ASYNCH_ERROR_EVENT_DATA *d = &new_event(number, evd)->event_data.asynch_error_event_data;
  d->dat_handle = (DAT_HANDLE)handle;
  d->reason = reason;
}

static void remember(const char *name) {
  size_t used = strlen(history);
  if (outputs && used + strlen(name) + 2 < sizeof history) {
    strcat(strcat(history + used, name), " ");
  }
}

static void hold(const char *point) {
  while (__atomic_load_n(&held_in, __ATOMIC_ACQUIRE) && !strcmp(holding, point)) usleep(1000);
}

/* Recording: value and size in C of each argument. */
#define ARG(x)                                                                   \
  do {                                                                           \
    into->value[into->argc] = (uint64_t)(x);                                   \
    into->size[into->argc++] = sizeof(x);                                      \
  } while (0)
/* The value of a signed type or an enumeration must not be sign-extended. */
#define U32(x)                                                                   \
  do {                                                                           \
    into->value[into->argc] = (uint32_t)(x);                                   \
    into->size[into->argc++] = sizeof(x);                                      \
  } while (0)
#define PTR(x)                                                                   \
  do {                                                                           \
    into->value[into->argc] = (uint64_t)(uintptr_t)(x);                        \
    into->size[into->argc++] = sizeof(x);                                      \
  } while (0)
#define CALL                                                                     \
  do {                                                                           \
    if (unrecorded) return result;                                               \
    const char *called = strstr(__func__, "dat");                                \
    remember(called);                                                            \
    /* Before the record: a held call must not write into that of another one. */ \
    hold(called);                                                                \
    into = !watched[0] || !strcmp(watched, called) ? &record : &scrap;           \
    into->calls++;                                                               \
    into->argc = 0;                                                              \
    strncpy(into->name, called, sizeof into->name - 1);                          \
    if (failing[0] && !strcmp(failing, called)) return failure;                  \
  } while (0)
#define SET(p, v)                                                                \
  do {                                                                           \
    if (outputs && (p)) *(p) = (v);                                              \
  } while (0)
/* Handles the double hands out: in 2.0 one per kind, all 64 bits in use. */
#ifdef DAT1
#define HANDLE(n) object()
#define IA_HANDLE object()
#else
#define IA_HANDLE ((DAT_IA_HANDLE)1)
#define HANDLE(n)                                                                \
  ((DAT_HANDLE)(0xd0b1e00000000000ULL + (outputs == 2 ? (++last_handle << 8) + (n) : (n))))
#endif

static void record_iov(DAT_COUNT n, const DAT_LMR_TRIPLET *iov, const DAT_RMR_TRIPLET *remote) {
  if (!outputs) return;
  into->segments = (uint64_t)n;
  for (int i = 0; i < n && i < MAX_SEGMENTS; i++) {
    into->segment[i].address = iov[i].virtual_address;
    into->segment[i].length = iov[i].segment_length;
    into->segment[i].context = iov[i].lmr_context;
  }
  if (remote) {
    into->segment[MAX_SEGMENTS].address = remote->MEMBER;
    into->segment[MAX_SEGMENTS].length = remote->segment_length;
    into->segment[MAX_SEGMENTS].context = remote->rmr_context;
  }
}

static void record_data(DAT_COUNT size, const void *data) {
  memset(into->data, 0, sizeof into->data);
  if (size > 0 && (size_t)size <= sizeof into->data) memcpy(into->data, data, (size_t)size);
}

#ifdef DAT1
DAT_RETURN dat_ia_openv(const DAT_NAME_PTR, DAT_COUNT, DAT_EVD_HANDLE *, DAT_IA_HANDLE *,
                        DAT_UINT32, DAT_UINT32, DAT_BOOLEAN);
#endif
DAT_RETURN dat_ia_openv(const DAT_NAME_PTR name, DAT_COUNT qlen, DAT_EVD_HANDLE *evd,
                        DAT_IA_HANDLE *ia, DAT_UINT32 major, DAT_UINT32 minor, DAT_BOOLEAN safe) {
  CALL; PTR(name); U32(qlen); PTR(evd); PTR(ia); ARG(major); ARG(minor); U32(safe);
  SET(evd, HANDLE(1));
  SET(ia, IA_HANDLE);
  return result;
}

DAT_RETURN FN(dat_ia_close)(DAT_IA_HANDLE ia, DAT_CLOSE_FLAGS flags) {
  CALL; PTR(ia); U32(flags);
  return result;
}

DAT_RETURN FN(dat_ia_query)(DAT_IA_HANDLE ia, DAT_EVD_HANDLE *evd, DAT_IA_ATTR_MASK ia_mask,
                        DAT_IA_ATTR *ia_attr, DAT_PROVIDER_ATTR_MASK provider_mask,
                        DAT_PROVIDER_ATTR *provider_attr) {
  CALL; PTR(ia); PTR(evd); ARG(ia_mask); PTR(ia_attr); ARG(provider_mask); PTR(provider_attr);
  if (outputs && ia_attr) {
    memset(ia_attr, 0, sizeof *ia_attr);
    strcpy(ia_attr->adapter_name, "double");
    ia_attr->max_eps = 11;
    ia_attr->max_lmr_virtual_address = 0xfedcba9876543210ULL;
    ia_attr->max_message_size = 0x80000000U;
    ia_attr->ia_address_ptr = (DAT_IA_ADDRESS_PTR)&own_address;
    ia_attr->max_dto_per_ep = 64;
    ia_attr->max_rdma_read_per_ep_in = ia_attr->max_rdma_read_per_ep_out = 4;
    ia_attr->max_evd_qlen = 1024;
    ia_attr->max_iov_segments_per_dto = 4;
    ia_attr->max_iov_segments_per_rdma_read = ia_attr->max_iov_segments_per_rdma_write = 4;
    ia_attr->max_lmr_block_size = 0x80000000U;
    ia_attr->max_rdma_size = 0x80000000U;
    ia_attr->max_rmrs = 99;
    ia_attr->max_srqs = 98;
  }
  if (outputs && provider_attr) {
    static DAT_NAMED_ATTR named[] = {{"COLOUR", "blue"}, {"DAT_IB_DEVICE_NAME", device}};
    memset(provider_attr, 0, sizeof *provider_attr);
    strcpy(provider_attr->provider_name, "double provider");
    provider_attr->dapl_version_major = 2;
    provider_attr->max_private_data_size = 16;
    provider_attr->ep_creator = DAT_PSP_CREATES_EP_IFASKED;
    provider_attr->pz_support = DAT_PZ_SHAREABLE;
    provider_attr->optimal_buffer_alignment = 64;
    provider_attr->srq_supported = DAT_TRUE;
    provider_attr->lmr_sync_req = DAT_TRUE;
    for (int i = 0; i < 36; i++) {
      ((DAT_BOOLEAN *)provider_attr->evd_stream_merging_supported)[i] = DAT_TRUE;
    }
    provider_attr->num_provider_specific_attr = device[0] ? 2 : 1;
    provider_attr->provider_specific_attr = named;
  }
  return result;
}

#ifndef DAT1
DAT_RETURN dats_get_ia_handle(DAT_IA_HANDLE in, DAT_IA_HANDLE *out);
DAT_RETURN dats_get_ia_handle(DAT_IA_HANDLE in, DAT_IA_HANDLE *out) {
  CALL; PTR(in); PTR(out);
  return result;
}
#endif

DAT_RETURN FN(dat_set_consumer_context)(DAT_HANDLE h, DAT_CONTEXT context) {
  CALL; PTR(h); ARG(context.as_64);
  return result;
}

DAT_RETURN FN(dat_get_consumer_context)(DAT_HANDLE h, DAT_CONTEXT *context) {
  CALL; PTR(h); PTR(context);
  return result;
}

DAT_RETURN FN(dat_get_handle_type)(DAT_HANDLE h, DAT_HANDLE_TYPE *type) {
  CALL; PTR(h); PTR(type);
  SET(type, DAT_HANDLE_TYPE_SRQ);
  return result;
}

DAT_RETURN FN(dat_pz_create)(DAT_IA_HANDLE ia, DAT_PZ_HANDLE *pz) {
  CALL; PTR(ia); PTR(pz);
  SET(pz, HANDLE(2));
  return result;
}

DAT_RETURN FN(dat_pz_query)(DAT_PZ_HANDLE pz, DAT_PZ_PARAM_MASK mask, DAT_PZ_PARAM *param) {
  CALL; PTR(pz); U32(mask); PTR(param);
  return result;
}

DAT_RETURN FN(dat_pz_free)(DAT_PZ_HANDLE pz) {
  CALL; PTR(pz);
  return result;
}

DAT_RETURN FN(dat_lmr_create)(DAT_IA_HANDLE ia, DAT_MEM_TYPE type, DAT_REGION_DESCRIPTION region,
                          DAT_VLEN length, DAT_PZ_HANDLE pz, DAT_MEM_PRIV_FLAGS priv,
                          VA_TYPE DAT_LMR_HANDLE *lmr, DAT_LMR_CONTEXT *lmr_context,
                          DAT_RMR_CONTEXT *rmr_context, DAT_VLEN *size, DAT_VADDR *address) {
  CALL; PTR(ia); U32(type);
  PTR(region.for_shared_memory.virtual_address);
  PTR(region.for_shared_memory.shared_memory_id);
  ARG(length); PTR(pz); U32(priv); ONLY_2(U32(va_type));
  PTR(lmr); PTR(lmr_context); PTR(rmr_context); PTR(size); PTR(address);
  SET(lmr, HANDLE(3));
  SET(lmr_context, 0x11112222U + lmrs);
  SET(rmr_context, 0x33334444U + lmrs);
  if (outputs == 2) lmrs++;
  SET(size, length + 1);
  SET(address, (DAT_VADDR)(uintptr_t)region.for_va + 2);
  return result;
}

DAT_RETURN FN(dat_lmr_query)(DAT_LMR_HANDLE lmr, DAT_LMR_PARAM_MASK mask, DAT_LMR_PARAM *param) {
  CALL; PTR(lmr); U32(mask); PTR(param);
  return result;
}

DAT_RETURN FN(dat_lmr_free)(DAT_LMR_HANDLE lmr) {
  CALL; PTR(lmr);
  return result;
}

DAT_RETURN FN(dat_lmr_sync_rdma_read)(DAT_IA_HANDLE ia, const DAT_LMR_TRIPLET *segments,
                                  DAT_VLEN n) {
  CALL; PTR(ia); PTR(segments); ARG(n);
  record_iov((DAT_COUNT)n, segments, 0);
  return result;
}

DAT_RETURN FN(dat_lmr_sync_rdma_write)(DAT_IA_HANDLE ia, const DAT_LMR_TRIPLET *segments,
                                  DAT_VLEN n) {
  CALL; PTR(ia); PTR(segments); ARG(n);
  record_iov((DAT_COUNT)n, segments, 0);
  return result;
}

DAT_RETURN FN(dat_rmr_create)(DAT_PZ_HANDLE pz, DAT_RMR_HANDLE *rmr) {
  CALL; PTR(pz); PTR(rmr);
  return result;
}

DAT_RETURN FN(dat_rmr_query)(DAT_RMR_HANDLE rmr, DAT_RMR_PARAM_MASK mask, DAT_RMR_PARAM *param) {
  CALL; PTR(rmr); U32(mask); PTR(param);
  return result;
}

DAT_RETURN FN(dat_rmr_bind)(DAT_RMR_HANDLE rmr, LMR const DAT_LMR_TRIPLET *segment,
                        DAT_MEM_PRIV_FLAGS priv, VA_TYPE DAT_EP_HANDLE ep,
                        DAT_RMR_COOKIE cookie, DAT_COMPLETION_FLAGS flags,
                        DAT_RMR_CONTEXT *context) {
  CALL; PTR(rmr); ONLY_2(PTR(lmr)); PTR(segment); U32(priv); ONLY_2(U32(va_type)); PTR(ep);
  ARG(cookie.as_64); U32(flags); PTR(context);
  return result;
}

DAT_RETURN FN(dat_rmr_free)(DAT_RMR_HANDLE rmr) {
  CALL; PTR(rmr);
  return result;
}

DAT_RETURN FN(dat_evd_create)(DAT_IA_HANDLE ia, DAT_COUNT qlen, DAT_CNO_HANDLE cno,
                          DAT_EVD_FLAGS flags, DAT_EVD_HANDLE *evd) {
  CALL; PTR(ia); U32(qlen); PTR(cno); U32(flags); PTR(evd);
  SET(evd, HANDLE(4));
  return result;
}

DAT_RETURN FN(dat_evd_query)(DAT_EVD_HANDLE evd, DAT_EVD_PARAM_MASK mask, DAT_EVD_PARAM *param) {
  CALL; PTR(evd); U32(mask); PTR(param);
  if (outputs) param->evd_qlen = 320;
  return result;
}

DAT_RETURN FN(dat_evd_modify_cno)(DAT_EVD_HANDLE evd, DAT_CNO_HANDLE cno) {
  CALL; PTR(evd); PTR(cno);
  return result;
}

DAT_RETURN FN(dat_evd_enable)(DAT_EVD_HANDLE evd) {
  CALL; PTR(evd);
  return result;
}

DAT_RETURN FN(dat_evd_disable)(DAT_EVD_HANDLE evd) {
  CALL; PTR(evd);
  return result;
}

DAT_RETURN FN(dat_evd_set_unwaitable)(DAT_EVD_HANDLE evd) {
  CALL; PTR(evd);
  return result;
}

DAT_RETURN FN(dat_evd_clear_unwaitable)(DAT_EVD_HANDLE evd) {
  CALL; PTR(evd);
  return result;
}

DAT_RETURN FN(dat_evd_resize)(DAT_EVD_HANDLE evd, DAT_COUNT qlen) {
  CALL; PTR(evd); U32(qlen);
  return result;
}

static DAT_RETURN take(DAT_EVD_HANDLE evd, DAT_EVENT *event, DAT_RETURN none) {
  if (first_event == last_event) return none;
  if (outputs == 2 && events[first_event % MAX_EVENTS].evd_handle != evd) return none;
  if (late) {
    late--;
    return none;
  }
  *event = events[first_event++ % MAX_EVENTS];
  return result;
}

DAT_RETURN FN(dat_evd_wait)(DAT_EVD_HANDLE evd, DAT_TIMEOUT timeout, DAT_COUNT threshold,
                        DAT_EVENT *event, DAT_COUNT *nmore) {
  CALL; PTR(evd); ARG(timeout); U32(threshold); PTR(event); PTR(nmore);
  if (!outputs) return result;
  DAT_RETURN ret = take(evd, event, DAT_TIMEOUT_EXPIRED);
  *nmore = (DAT_COUNT)(last_event - first_event);
  return ret;
}

/* Without recording once outputs are on: its cost is measured. */
DAT_RETURN FN(dat_evd_dequeue)(DAT_EVD_HANDLE evd, DAT_EVENT *event) {
  if (outputs) return take(evd, event, DAT_QUEUE_EMPTY);
  CALL; PTR(evd); PTR(event);
  return result;
}

DAT_RETURN FN(dat_evd_post_se)(DAT_EVD_HANDLE evd, const DAT_EVENT *event) {
  CALL; PTR(evd); PTR(event);
  if (outputs) {
    DAT_EVENT *e = new_event(event->event_number, (uint64_t)(uintptr_t)evd);
    e->event_data.software_event_data.pointer = event->event_data.software_event_data.pointer;
  }
  return result;
}

DAT_RETURN FN(dat_evd_free)(DAT_EVD_HANDLE evd) {
  CALL; PTR(evd);
  return result;
}

DAT_RETURN FN(dat_cno_create)(DAT_IA_HANDLE ia, DAT_OS_WAIT_PROXY_AGENT agent,
                              DAT_CNO_HANDLE *cno) {
  CALL; PTR(ia); PTR(agent.instance_data); PTR(agent.proxy_agent_func); PTR(cno);
  return result;
}

DAT_RETURN FN(dat_cno_modify_agent)(DAT_CNO_HANDLE cno, DAT_OS_WAIT_PROXY_AGENT agent) {
  CALL; PTR(cno); PTR(agent.instance_data); PTR(agent.proxy_agent_func);
  return result;
}

DAT_RETURN FN(dat_cno_query)(DAT_CNO_HANDLE cno, DAT_CNO_PARAM_MASK mask, DAT_CNO_PARAM *param) {
  CALL; PTR(cno); U32(mask); PTR(param);
  return result;
}

DAT_RETURN FN(dat_cno_wait)(DAT_CNO_HANDLE cno, DAT_TIMEOUT timeout, DAT_EVD_HANDLE *evd) {
  CALL; PTR(cno); ARG(timeout); PTR(evd);
  return result;
}

DAT_RETURN FN(dat_cno_free)(DAT_CNO_HANDLE cno) {
  CALL; PTR(cno);
  return result;
}

DAT_RETURN FN(dat_ep_create)(DAT_IA_HANDLE ia, DAT_PZ_HANDLE pz, DAT_EVD_HANDLE recv,
                         DAT_EVD_HANDLE request, DAT_EVD_HANDLE connect, const DAT_EP_ATTR *attr,
                         DAT_EP_HANDLE *ep) {
  CALL; PTR(ia); PTR(pz); PTR(recv); PTR(request); PTR(connect); PTR(attr); PTR(ep);
  SET(ep, HANDLE(5));
  return result;
}

DAT_RETURN FN(dat_ep_create_with_srq)(DAT_IA_HANDLE ia, DAT_PZ_HANDLE pz, DAT_EVD_HANDLE recv,
                                  DAT_EVD_HANDLE request, DAT_EVD_HANDLE connect,
                                  DAT_SRQ_HANDLE srq, const DAT_EP_ATTR *attr,
                                  DAT_EP_HANDLE *ep) {
  CALL; PTR(ia); PTR(pz); PTR(recv); PTR(request); PTR(connect); PTR(srq); PTR(attr); PTR(ep);
  SET(ep, HANDLE(5));
  return result;
}

DAT_RETURN FN(dat_ep_query)(DAT_EP_HANDLE ep, DAT_EP_PARAM_MASK mask, DAT_EP_PARAM *param) {
  CALL; PTR(ep); ARG(mask); PTR(param);
  if (outputs) {
    memset(param, 0, sizeof *param);
    param->ep_state = ep_state;
    param->local_ia_address_ptr = (DAT_IA_ADDRESS_PTR)&own_address;
    param->local_port_qual = 0x1122334455667788ULL;
    param->remote_ia_address_ptr = (DAT_IA_ADDRESS_PTR)&own_address;
    param->remote_port_qual = 0x99;
  }
  return result;
}

DAT_RETURN FN(dat_ep_modify)(DAT_EP_HANDLE ep, DAT_EP_PARAM_MASK mask, const DAT_EP_PARAM *param) {
  CALL; PTR(ep); ARG(mask); PTR(param);
  return result;
}

DAT_RETURN FN(dat_ep_get_status)(DAT_EP_HANDLE ep, DAT_EP_STATE *state, DAT_BOOLEAN *recv_idle,
                             DAT_BOOLEAN *request_idle) {
  CALL; PTR(ep); PTR(state); PTR(recv_idle); PTR(request_idle);
  SET(state, ep_state);
  return result;
}

DAT_RETURN FN(dat_ep_connect)(DAT_EP_HANDLE ep, DAT_IA_ADDRESS_PTR address, DAT_CONN_QUAL qual,
                          DAT_TIMEOUT timeout, DAT_COUNT size, const DAT_PVOID data, DAT_QOS qos,
                          DAT_CONNECT_FLAGS flags) {
  CALL; PTR(ep); PTR(address); ARG(qual); ARG(timeout); U32(size); PTR(data); U32(qos);
  U32(flags);
  if (outputs) {
    into->segment[0].address = ntohl(((struct sockaddr_in *)address)->sin_addr.s_addr);
    record_data(size, data);
  }
  return result;
}

DAT_RETURN FN(dat_ep_dup_connect)(DAT_EP_HANDLE ep, DAT_EP_HANDLE dup, DAT_TIMEOUT timeout,
                              DAT_COUNT size, const DAT_PVOID data, DAT_QOS qos) {
  CALL; PTR(ep); PTR(dup); ARG(timeout); U32(size); PTR(data); U32(qos);
  return result;
}

DAT_RETURN FN(dat_ep_disconnect)(DAT_EP_HANDLE ep, DAT_CLOSE_FLAGS flags) {
  CALL; PTR(ep); U32(flags);
  while (__atomic_load_n(&held, __ATOMIC_SEQ_CST)) usleep(1000);
  return result;
}

DAT_RETURN FN(dat_ep_reset)(DAT_EP_HANDLE ep) {
  CALL; PTR(ep);
  return result;
}

DAT_RETURN FN(dat_ep_free)(DAT_EP_HANDLE ep) {
  CALL; PTR(ep);
  return result;
}

DAT_RETURN FN(dat_ep_post_send)(DAT_EP_HANDLE ep, DAT_COUNT n, DAT_LMR_TRIPLET *iov,
                            DAT_DTO_COOKIE cookie, DAT_COMPLETION_FLAGS flags) {
  CALL; PTR(ep); U32(n); PTR(iov); ARG(cookie.as_64); U32(flags);
  record_iov(n, iov, NULL);
  return result;
}

DAT_RETURN FN(dat_ep_post_recv)(DAT_EP_HANDLE ep, DAT_COUNT n, DAT_LMR_TRIPLET *iov,
                            DAT_DTO_COOKIE cookie, DAT_COMPLETION_FLAGS flags) {
  CALL; PTR(ep); U32(n); PTR(iov); ARG(cookie.as_64); U32(flags);
  record_iov(n, iov, NULL);
  return result;
}

DAT_RETURN FN(dat_ep_post_rdma_read)(DAT_EP_HANDLE ep, DAT_COUNT n, DAT_LMR_TRIPLET *iov,
                                 DAT_DTO_COOKIE cookie, const DAT_RMR_TRIPLET *remote,
                                 DAT_COMPLETION_FLAGS flags) {
  CALL; PTR(ep); U32(n); PTR(iov); ARG(cookie.as_64); PTR(remote); U32(flags);
  record_iov(n, iov, remote);
  return result;
}

DAT_RETURN FN(dat_ep_post_rdma_write)(DAT_EP_HANDLE ep, DAT_COUNT n, DAT_LMR_TRIPLET *iov,
                                  DAT_DTO_COOKIE cookie, const DAT_RMR_TRIPLET *remote,
                                  DAT_COMPLETION_FLAGS flags) {
  CALL; PTR(ep); U32(n); PTR(iov); ARG(cookie.as_64); PTR(remote); U32(flags);
  record_iov(n, iov, remote);
  return result;
}

DAT_RETURN FN(dat_ep_recv_query)(DAT_EP_HANDLE ep, DAT_COUNT *allocated, DAT_COUNT *span) {
  CALL; PTR(ep); PTR(allocated); PTR(span);
  return result;
}

DAT_RETURN FN(dat_ep_set_watermark)(DAT_EP_HANDLE ep, DAT_COUNT soft, DAT_COUNT hard) {
  CALL; PTR(ep); U32(soft); U32(hard);
  return result;
}

/* As libdapl's structures begin: who made it, and what it is. */
struct point {
  const void *provider;
  uint32_t magic;
  uint8_t rest[204];
};

static DAT_PSP_HANDLE new_point(void) {
  if (!heap_points) return HANDLE(6);
  struct point *point = calloc(1, sizeof *point);
#ifdef DAT1
  point->provider = &provider;
#else
  point->provider = &record;
#endif
  point->magic = 0xBEADED0C;
  memset(point->rest, 0x5a, sizeof point->rest);
  return (DAT_PSP_HANDLE)point;
}

DAT_RETURN FN(dat_psp_create)(DAT_IA_HANDLE ia, DAT_CONN_QUAL qual, DAT_EVD_HANDLE evd,
                          DAT_PSP_FLAGS flags, DAT_PSP_HANDLE *psp) {
  CALL; PTR(ia); ARG(qual); PTR(evd); U32(flags); PTR(psp);
  SET(psp, new_point());
  hold("dat_psp_create made");
  return result;
}

DAT_RETURN FN(dat_psp_create_any)(DAT_IA_HANDLE ia, DAT_CONN_QUAL *qual, DAT_EVD_HANDLE evd,
                              DAT_PSP_FLAGS flags, DAT_PSP_HANDLE *psp) {
  CALL; PTR(ia); PTR(qual); PTR(evd); U32(flags); PTR(psp);
  SET(psp, new_point());
  SET(qual, 4711);
  return result;
}

DAT_RETURN FN(dat_psp_query)(DAT_PSP_HANDLE psp, DAT_PSP_PARAM_MASK mask, DAT_PSP_PARAM *param) {
  CALL; PTR(psp); U32(mask); PTR(param);
  return result;
}

DAT_RETURN FN(dat_psp_free)(DAT_PSP_HANDLE psp) {
  CALL; PTR(psp);
  if (heap_points && result == DAT_SUCCESS) {
    ((struct point *)psp)->magic = UINT32_MAX;
    free(psp);
  }
  return result;
}

DAT_RETURN FN(dat_rsp_create)(DAT_IA_HANDLE ia, DAT_CONN_QUAL qual, DAT_EP_HANDLE ep,
                          DAT_EVD_HANDLE evd, DAT_RSP_HANDLE *rsp) {
  CALL; PTR(ia); ARG(qual); PTR(ep); PTR(evd); PTR(rsp);
  return result;
}

DAT_RETURN FN(dat_rsp_query)(DAT_RSP_HANDLE rsp, DAT_RSP_PARAM_MASK mask, DAT_RSP_PARAM *param) {
  CALL; PTR(rsp); U32(mask); PTR(param);
  return result;
}

DAT_RETURN FN(dat_rsp_free)(DAT_RSP_HANDLE rsp) {
  CALL; PTR(rsp);
  return result;
}

DAT_RETURN FN(dat_cr_query)(DAT_CR_HANDLE cr, DAT_CR_PARAM_MASK mask, DAT_CR_PARAM *param) {
  CALL; PTR(cr); U32(mask); PTR(param);
  if (outputs) {
    memset(param, 0, sizeof *param);
    param->remote_ia_address_ptr = (DAT_IA_ADDRESS_PTR)&own_address;
    param->remote_port_qual = 77;
    param->private_data_size = peer_data_size;
    param->private_data = peer_data;
  }
  return result;
}

DAT_RETURN FN(dat_cr_accept)(DAT_CR_HANDLE cr, DAT_EP_HANDLE ep, DAT_COUNT size,
                         const DAT_PVOID data) {
  CALL; PTR(cr); PTR(ep); U32(size); PTR(data);
  if (outputs) record_data(size, data);
  return result;
}

DAT_RETURN FN(dat_cr_reject)(DAT_CR_HANDLE cr REJECT_DATA) {
  CALL; PTR(cr); ONLY_2(U32(size); PTR(data));
  return result;
}

DAT_RETURN FN(dat_cr_handoff)(DAT_CR_HANDLE cr, DAT_CONN_QUAL qual) {
  CALL; PTR(cr); ARG(qual);
  return result;
}

DAT_RETURN FN(dat_srq_create)(DAT_IA_HANDLE ia, DAT_PZ_HANDLE pz, DAT_SRQ_ATTR *attr,
                          DAT_SRQ_HANDLE *srq) {
  CALL; PTR(ia); PTR(pz); PTR(attr); PTR(srq);
  SET(srq, HANDLE(7));
  /* Recorded as a segment: its size and how many segments a buffer has. */
  if (outputs) {
    into->segment[0].length = (uint32_t)attr->max_recv_dtos;
    into->segment[0].context = (uint32_t)attr->max_recv_iov;
  }
  return result;
}

DAT_RETURN FN(dat_srq_query)(DAT_SRQ_HANDLE srq, DAT_SRQ_PARAM_MASK mask, DAT_SRQ_PARAM *param) {
  CALL; PTR(srq); U32(mask); PTR(param);
  if (outputs) {
    memset(param, 0, sizeof *param);
    param->srq_state = DAT_SRQ_STATE_OPERATIONAL;
  }
  return result;
}

DAT_RETURN FN(dat_srq_post_recv)(DAT_SRQ_HANDLE srq, DAT_COUNT n, DAT_LMR_TRIPLET *iov,
                             DAT_DTO_COOKIE cookie) {
  CALL; PTR(srq); U32(n); PTR(iov); ARG(cookie.as_64);
  record_iov(n, iov, NULL);
  return result;
}

DAT_RETURN FN(dat_srq_resize)(DAT_SRQ_HANDLE srq, DAT_COUNT max) {
  CALL; PTR(srq); U32(max);
  return result;
}

DAT_RETURN FN(dat_srq_set_lw)(DAT_SRQ_HANDLE srq, DAT_COUNT low) {
  CALL; PTR(srq); U32(low);
  return result;
}

DAT_RETURN FN(dat_srq_free)(DAT_SRQ_HANDLE srq) {
  CALL; PTR(srq);
  return result;
}

#ifdef DAT1
DAT_RETURN dat_registry_list_providers(DAT_COUNT, DAT_COUNT *, DAT_PROVIDER_INFO *([]));
DAT_RETURN dat_registry_add_provider(const DAT_PROVIDER *, const DAT_PROVIDER_INFO *);
DAT_RETURN dat_registry_remove_provider(const DAT_PROVIDER *, const DAT_PROVIDER_INFO *);
DAT_RETURN dat_strerror(DAT_RETURN, const char **, const char **);
#endif

DAT_RETURN dat_registry_list_providers(DAT_COUNT max, DAT_COUNT *count,
                                       DAT_PROVIDER_INFO *(list[])) {
  CALL; U32(max); PTR(count); PTR(&list[0]);
  return result;
}

DAT_RETURN dat_registry_add_provider(const DAT_PROVIDER *provider,
                                     const DAT_PROVIDER_INFO *info) {
  CALL; PTR(provider); PTR(info);
  return result;
}

DAT_RETURN dat_registry_remove_provider(const DAT_PROVIDER *provider,
                                        const DAT_PROVIDER_INFO *info) {
  CALL; PTR(provider); PTR(info);
  return result;
}

DAT_RETURN dat_strerror(DAT_RETURN ret, const char **major, const char **minor) {
  CALL; ARG(ret); PTR(major); PTR(minor);
  SET(major, "major text");
  SET(minor, "minor text");
  return result;
}
