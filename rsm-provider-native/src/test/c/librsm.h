/*
 * The facts of the RSM headers of Solaris and illumos that the tests need: types, members in their
 * order, numbers, and functions with their arguments. No code comes from there, and no Solaris
 * machine was met: what is tested with this is that the binding agrees with these facts.
 *
 * There an enumeration has 4 bytes; uint_t is unsigned int, ulong_t unsigned long, caddr_t a char
 * pointer, and offset_t always has 64 bits.
 */
#ifndef LIBRSM_H
#define LIBRSM_H

#include <poll.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Handles point to what is the library's own. */
typedef struct controller *rsmapi_controller_handle_t;
typedef struct segment *rsm_memseg_export_handle_t, *rsm_memseg_import_handle_t;
typedef struct local_memory *rsm_localmemory_handle_t;

typedef uint64_t rsm_addr_t;
typedef uint32_t rsm_node_id_t, rsm_memseg_id_t, rsm_permission_t;
typedef long long rsm_offset_t; /* offset_t */

typedef enum { RSM_MAP_NONE, RSM_MAP_FIXED, RSM_MAP_RESERVED } rsm_attribute_t;
typedef enum { RSM_BARRIER_MODE_EXPLICIT, RSM_BARRIER_MODE_IMPLICIT } rsm_barrier_mode_t;
typedef enum {
  RSM_BARRIER_SEGMENT = 1,
  RSM_BARRIER_NODE = 2,
  RSM_BARRIER_SEGMENT_THREAD = 0x11,
  RSM_BARRIER_NODE_THREAD = 0x12
} rsm_barrier_type_t;

enum {
  RSM_SUCCESS = 0,
  RSMERR_CTLR_NOT_PRESENT = 4,
  RSMERR_SEG_NOT_PUBLISHED = 7,
  RSMERR_SEG_ALREADY_MAPPED = 9,
  RSMERR_SEG_STILL_MAPPED = 10,
  RSMERR_SEG_NOT_MAPPED = 11,
  RSMERR_BAD_SGIO = 14,
  RSMERR_BAD_OFFSET = 18,
  RSMERR_BAD_LENGTH = 20,
  RSMERR_SEGID_IN_USE = 24,
  RSMERR_PERM_DENIED = 27,
  RSMERR_INSUFFICIENT_MEM = 32,
  RSMERR_MAP_FAILED = 33,
  RSMERR_POLLFD_IN_USE = 34,
  RSMERR_BARRIER_UNINITIALIZED = 35,
  RSMERR_CONN_ABORTED = 40,
  RSMERR_INTERRUPTED = 41,
  RSMERR_TIMEOUT = 42,
  RSMERR_BAD_ARGS_ERRORS = 117
};

#define RSM_PERM_READ 0400
#define RSM_PERM_WRITE 0200
#define RSM_HANDLE_TYPE 1
#define RSM_IMPLICIT_SIGPOST 1
#define RSM_CONNECTION_ACTIVE 3
#define RSM_NAME 256 /* MAXNAMELEN */

typedef struct {
  rsm_node_id_t local_nodeid;
  unsigned local_cntlr_count;
} rsm_topology_hdr_t;

typedef struct {
  char cntlr_name[RSM_NAME];
  rsm_addr_t local_hwaddr;
  int remote_cntlr_count;
} rsm_connections_hdr_t;

typedef struct {
  rsm_node_id_t remote_nodeid;
  char remote_cntlrname[RSM_NAME];
  rsm_addr_t remote_hwaddr;
  unsigned connection_state;
} rsm_remote_cntlr_t;

typedef struct {
  rsm_connections_hdr_t hdr;
  rsm_remote_cntlr_t remote_cntlr[1];
} rsm_connections_t;

typedef struct {
  rsm_topology_hdr_t topology_hdr;
  rsm_connections_t *connections[1];
} rsm_topology_t;

typedef struct {
  unsigned attr_direct_access_sizes, attr_atomic_sizes;
  size_t attr_page_size, attr_max_export_segment_size, attr_tot_export_segment_size;
  unsigned long attr_max_export_segments;
  size_t attr_max_import_map_size, attr_tot_import_map_size;
  unsigned long attr_max_import_segments;
} rsmapi_controller_attr_t;

typedef struct {
  rsm_node_id_t ae_node;
  rsm_permission_t ae_permission;
} rsmapi_access_entry_t;

typedef struct {
  void *seg;
  uint16_t gnum;
  void *privdata;
} rsmapi_barrier_t;

typedef struct {
  int io_type;
  union {
    rsm_localmemory_handle_t handle;
    char *vaddr;
  } local;
  size_t local_offset, remote_offset, transfer_length;
} rsm_iovec_t;

typedef struct {
  rsm_node_id_t local_nodeid;
  unsigned long io_request_count, io_residual_count;
  unsigned flags;
  rsm_memseg_import_handle_t remote_handle;
  rsm_iovec_t *iovec;
} rsm_scat_gath_t;

int rsm_get_controller(char *, rsmapi_controller_handle_t *);
int rsm_get_controller_attr(rsmapi_controller_handle_t, rsmapi_controller_attr_t *);
int rsm_release_controller(rsmapi_controller_handle_t);
int rsm_get_interconnect_topology(rsm_topology_t **);
void rsm_free_interconnect_topology(rsm_topology_t *);
int rsm_get_segmentid_range(const char *, rsm_memseg_id_t *, uint32_t *);

int rsm_memseg_export_create(rsmapi_controller_handle_t, rsm_memseg_export_handle_t *, void *,
                             size_t, unsigned);
int rsm_memseg_export_destroy(rsm_memseg_export_handle_t);
int rsm_memseg_export_rebind(rsm_memseg_export_handle_t, void *, rsm_offset_t, size_t);
int rsm_memseg_export_publish(rsm_memseg_export_handle_t, rsm_memseg_id_t *,
                              rsmapi_access_entry_t[], unsigned);
int rsm_memseg_export_republish(rsm_memseg_export_handle_t, rsmapi_access_entry_t[], unsigned);
int rsm_memseg_export_unpublish(rsm_memseg_export_handle_t);

int rsm_memseg_import_connect(rsmapi_controller_handle_t, rsm_node_id_t, rsm_memseg_id_t,
                              rsm_permission_t, rsm_memseg_import_handle_t *);
int rsm_memseg_import_disconnect(rsm_memseg_import_handle_t);
int rsm_memseg_import_map(rsm_memseg_import_handle_t, void **, rsm_attribute_t, rsm_permission_t,
                          off_t, size_t);
int rsm_memseg_import_unmap(rsm_memseg_import_handle_t);

int rsm_memseg_import_get8(rsm_memseg_import_handle_t, off_t, uint8_t *, unsigned long);
int rsm_memseg_import_get16(rsm_memseg_import_handle_t, off_t, uint16_t *, unsigned long);
int rsm_memseg_import_get32(rsm_memseg_import_handle_t, off_t, uint32_t *, unsigned long);
int rsm_memseg_import_get64(rsm_memseg_import_handle_t, off_t, uint64_t *, unsigned long);
int rsm_memseg_import_get(rsm_memseg_import_handle_t, off_t, void *, size_t);
int rsm_memseg_import_getv(rsm_scat_gath_t *);
int rsm_memseg_import_put8(rsm_memseg_import_handle_t, off_t, uint8_t *, unsigned long);
int rsm_memseg_import_put16(rsm_memseg_import_handle_t, off_t, uint16_t *, unsigned long);
int rsm_memseg_import_put32(rsm_memseg_import_handle_t, off_t, uint32_t *, unsigned long);
int rsm_memseg_import_put64(rsm_memseg_import_handle_t, off_t, uint64_t *, unsigned long);
int rsm_memseg_import_put(rsm_memseg_import_handle_t, off_t, void *, size_t);
int rsm_memseg_import_putv(rsm_scat_gath_t *);

int rsm_memseg_import_init_barrier(rsm_memseg_import_handle_t, rsm_barrier_type_t,
                                   rsmapi_barrier_t *);
int rsm_memseg_import_open_barrier(rsmapi_barrier_t *);
int rsm_memseg_import_order_barrier(rsmapi_barrier_t *);
int rsm_memseg_import_close_barrier(rsmapi_barrier_t *);
int rsm_memseg_import_destroy_barrier(rsmapi_barrier_t *);
int rsm_memseg_import_set_mode(rsm_memseg_import_handle_t, rsm_barrier_mode_t);
int rsm_memseg_import_get_mode(rsm_memseg_import_handle_t, rsm_barrier_mode_t *);

int rsm_create_localmemory_handle(rsmapi_controller_handle_t, rsm_localmemory_handle_t *, char *,
                                  size_t);
int rsm_free_localmemory_handle(rsmapi_controller_handle_t, rsm_localmemory_handle_t);

int rsm_intr_signal_post(void *, unsigned);
int rsm_intr_signal_wait(void *, int);
int rsm_intr_signal_wait_pollfd(struct pollfd[], nfds_t, int, int *);
int rsm_memseg_get_pollfd(void *, struct pollfd *);
int rsm_memseg_release_pollfd(void *);

#endif
