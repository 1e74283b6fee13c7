/*
 * The facts of the DAT 1.2 headers of Solaris and illumos that the tests need: types and members in
 * their order, numbers, functions with their arguments, and the order of the provider's table of
 * functions. No code comes from there, and no Solaris machine was met: what is tested with this is
 * that the binding agrees with these facts.
 *
 * In those headers every enumeration has 4 bytes, DAT_COUNT is an int, and all else is as below.
 */
#ifndef DAT1_H
#define DAT1_H

#include <netinet/in.h>
#include <stdint.h>
#include <sys/socket.h>

typedef uint32_t DAT_UINT32, DAT_RETURN, DAT_TIMEOUT, DAT_LMR_CONTEXT, DAT_RMR_CONTEXT;
typedef uint64_t DAT_UINT64, DAT_VLEN, DAT_VADDR, DAT_CONN_QUAL, DAT_PORT_QUAL;
typedef uint64_t DAT_IA_ATTR_MASK, DAT_PROVIDER_ATTR_MASK, DAT_EP_PARAM_MASK;
typedef int DAT_COUNT;
typedef void *DAT_PVOID, *DAT_HANDLE;
typedef DAT_HANDLE DAT_CR_HANDLE, DAT_EP_HANDLE, DAT_EVD_HANDLE, DAT_IA_HANDLE, DAT_LMR_HANDLE,
    DAT_PSP_HANDLE, DAT_PZ_HANDLE, DAT_RMR_HANDLE, DAT_RSP_HANDLE, DAT_SRQ_HANDLE, DAT_CNO_HANDLE;
typedef char *DAT_NAME_PTR;
typedef struct sockaddr *DAT_IA_ADDRESS_PTR;

/* Enumerations. Those of which the tests name no value are just as wide as one. */
typedef enum { DAT_FALSE, DAT_TRUE } DAT_BOOLEAN;
typedef enum { DAT_EP_STATE_UNCONNECTED } DAT_EP_STATE;
typedef enum { DAT_PSP_CREATES_EP_NEVER, DAT_PSP_CREATES_EP_IFASKED } DAT_EP_CREATOR_FOR_PSP;
typedef enum { DAT_PZ_UNIQUE, DAT_PZ_SAME, DAT_PZ_SHAREABLE } DAT_PZ_SUPPORT;
typedef enum {
  DAT_RMR_BIND_COMPLETION_EVENT = 0x1001,
  DAT_CONNECTION_REQUEST_EVENT = 0x2001
} DAT_EVENT_NUMBER;
typedef enum { DAT_HANDLE_TYPE_SRQ = 10 } DAT_HANDLE_TYPE;
typedef enum { DAT_SRQ_STATE_OPERATIONAL } DAT_SRQ_STATE;
typedef enum { DAT1_SOME_VALUE } DAT_MEM_TYPE, DAT_IOV_OWNERSHIP, DAT_QOS, DAT_COMPLETION_FLAGS,
    DAT_EVD_STATE, DAT_EVD_FLAGS, DAT_MEM_PRIV_FLAGS, DAT_SERVICE_TYPE,
    DAT_PSP_FLAGS, DAT_DTO_COMPLETION_STATUS, DAT_CLOSE_FLAGS, DAT_CONNECT_FLAGS,
    DAT_EVD_PARAM_MASK, DAT_LMR_PARAM_MASK, DAT_RMR_PARAM_MASK, DAT_CNO_PARAM_MASK,
    DAT_PZ_PARAM_MASK, DAT_PSP_PARAM_MASK, DAT_RSP_PARAM_MASK, DAT_CR_PARAM_MASK,
    DAT_SRQ_PARAM_MASK;

#define DAT_SUCCESS 0x00000000
#define DAT_INVALID_HANDLE 0x00050000
#define DAT_QUEUE_EMPTY 0x000d0000
#define DAT_TIMEOUT_EXPIRED 0x000f0000
#define DAT_CLASS_ERROR 0x80000000U

typedef struct {
  const char *name, *value;
} DAT_NAMED_ATTR;

typedef union {
  DAT_PVOID as_ptr;
  DAT_UINT64 as_64;
  unsigned long long as_index;
} DAT_CONTEXT, DAT_DTO_COOKIE, DAT_RMR_COOKIE;

typedef struct {
  DAT_PVOID instance_data;
  void (*proxy_agent_func)(DAT_PVOID, DAT_EVD_HANDLE);
} DAT_OS_WAIT_PROXY_AGENT;

typedef struct {
  DAT_PVOID virtual_address;
  char (*shared_memory_id)[40];
} DAT_SHARED_MEMORY;

typedef union {
  DAT_PVOID for_va;
  DAT_LMR_HANDLE for_lmr_handle;
  DAT_SHARED_MEMORY for_shared_memory;
} DAT_REGION_DESCRIPTION;

typedef struct {
  DAT_LMR_CONTEXT lmr_context;
  DAT_UINT32 pad;
  DAT_VADDR virtual_address;
  DAT_VLEN segment_length;
} DAT_LMR_TRIPLET;

typedef struct {
  DAT_RMR_CONTEXT rmr_context;
  DAT_UINT32 pad;
  DAT_VADDR target_address;
  DAT_VLEN segment_length;
} DAT_RMR_TRIPLET;

typedef struct {
  DAT_IA_HANDLE ia_handle;
  DAT_COUNT evd_qlen;
  DAT_EVD_STATE evd_state;
  DAT_CNO_HANDLE cno_handle;
  DAT_EVD_FLAGS evd_flags;
} DAT_EVD_PARAM;

typedef struct {
  DAT_IA_HANDLE ia_handle;
  DAT_MEM_TYPE mem_type;
  DAT_REGION_DESCRIPTION region_desc;
  DAT_VLEN length;
  DAT_PZ_HANDLE pz_handle;
  DAT_MEM_PRIV_FLAGS mem_priv;
  DAT_LMR_CONTEXT lmr_context;
  DAT_RMR_CONTEXT rmr_context;
  DAT_VLEN registered_size;
  DAT_VADDR registered_address;
} DAT_LMR_PARAM;

typedef struct {
  DAT_IA_HANDLE ia_handle;
  DAT_PZ_HANDLE pz_handle;
  DAT_LMR_TRIPLET lmr_triplet;
  DAT_MEM_PRIV_FLAGS mem_priv;
  DAT_RMR_CONTEXT rmr_context;
} DAT_RMR_PARAM;

typedef struct {
  DAT_IA_HANDLE ia_handle;
  DAT_OS_WAIT_PROXY_AGENT agent;
} DAT_CNO_PARAM;

typedef struct {
  char provider_name[256];
  DAT_UINT32 provider_version_major, provider_version_minor;
  DAT_UINT32 dapl_version_major, dapl_version_minor;
  DAT_MEM_TYPE lmr_mem_types_supported;
  DAT_IOV_OWNERSHIP iov_ownership_on_return;
  DAT_QOS dat_qos_supported;
  DAT_COMPLETION_FLAGS completion_flags_supported;
  DAT_BOOLEAN is_thread_safe;
  DAT_COUNT max_private_data_size;
  DAT_BOOLEAN supports_multipath;
  DAT_EP_CREATOR_FOR_PSP ep_creator;
  DAT_PZ_SUPPORT pz_support;
  DAT_UINT32 optimal_buffer_alignment;
  DAT_BOOLEAN evd_stream_merging_supported[6][6];
  DAT_BOOLEAN srq_supported;
  DAT_COUNT srq_watermarks_supported;
  DAT_BOOLEAN srq_ep_pz_difference_supported;
  DAT_COUNT srq_info_supported, ep_recv_info_supported;
  DAT_BOOLEAN lmr_sync_req, dto_async_return_guaranteed, rdma_write_for_rdma_read_req;
  DAT_COUNT num_provider_specific_attr;
  DAT_NAMED_ATTR *provider_specific_attr;
} DAT_PROVIDER_ATTR;

typedef struct {
  char adapter_name[256], vendor_name[256];
  DAT_UINT32 hardware_version_major, hardware_version_minor;
  DAT_UINT32 firmware_version_major, firmware_version_minor;
  DAT_IA_ADDRESS_PTR ia_address_ptr;
  DAT_COUNT max_eps, max_dto_per_ep, max_rdma_read_per_ep_in, max_rdma_read_per_ep_out;
  DAT_COUNT max_evds, max_evd_qlen, max_iov_segments_per_dto, max_lmrs;
  DAT_VLEN max_lmr_block_size;
  DAT_VADDR max_lmr_virtual_address;
  DAT_COUNT max_pzs;
  DAT_VLEN max_message_size, max_rdma_size;
  DAT_COUNT max_rmrs;
  DAT_VADDR max_rmr_target_address;
  DAT_COUNT max_srqs, max_ep_per_srq, max_recv_per_srq;
  DAT_COUNT max_iov_segments_per_rdma_read, max_iov_segments_per_rdma_write;
  DAT_COUNT max_rdma_read_in, max_rdma_read_out;
  DAT_BOOLEAN max_rdma_read_per_ep_in_guaranteed, max_rdma_read_per_ep_out_guaranteed;
  DAT_COUNT num_transport_attr;
  DAT_NAMED_ATTR *transport_attr;
  DAT_COUNT num_vendor_attr;
  DAT_NAMED_ATTR *vendor_attr;
} DAT_IA_ATTR;

typedef struct {
  DAT_SERVICE_TYPE service_type;
  DAT_VLEN max_message_size, max_rdma_size;
  DAT_QOS qos;
  DAT_COMPLETION_FLAGS recv_completion_flags, request_completion_flags;
  DAT_COUNT max_recv_dtos, max_request_dtos, max_recv_iov, max_request_iov;
  DAT_COUNT max_rdma_read_in, max_rdma_read_out, srq_soft_hw;
  DAT_COUNT max_rdma_read_iov, max_rdma_write_iov;
  DAT_COUNT ep_transport_specific_count;
  DAT_NAMED_ATTR *ep_transport_specific;
  DAT_COUNT ep_provider_specific_count;
  DAT_NAMED_ATTR *ep_provider_specific;
} DAT_EP_ATTR;

typedef struct {
  DAT_IA_HANDLE ia_handle;
  DAT_EP_STATE ep_state;
  DAT_IA_ADDRESS_PTR local_ia_address_ptr;
  DAT_PORT_QUAL local_port_qual;
  DAT_IA_ADDRESS_PTR remote_ia_address_ptr;
  DAT_PORT_QUAL remote_port_qual;
  DAT_PZ_HANDLE pz_handle;
  DAT_EVD_HANDLE recv_evd_handle, request_evd_handle, connect_evd_handle;
  DAT_SRQ_HANDLE srq_handle;
  DAT_EP_ATTR ep_attr;
} DAT_EP_PARAM;

typedef struct {
  DAT_COUNT max_recv_dtos, max_recv_iov, low_watermark;
} DAT_SRQ_ATTR;

typedef struct {
  DAT_IA_HANDLE ia_handle;
  DAT_SRQ_STATE srq_state;
  DAT_PZ_HANDLE pz_handle;
  DAT_COUNT max_recv_dtos, max_recv_iov, low_watermark;
  DAT_COUNT available_dto_count, outstanding_dto_count;
} DAT_SRQ_PARAM;

typedef struct {
  DAT_IA_HANDLE ia_handle;
} DAT_PZ_PARAM;

typedef struct {
  DAT_IA_HANDLE ia_handle;
  DAT_CONN_QUAL conn_qual;
  DAT_EVD_HANDLE evd_handle;
  DAT_PSP_FLAGS psp_flags;
} DAT_PSP_PARAM;

typedef struct {
  DAT_IA_HANDLE ia_handle;
  DAT_CONN_QUAL conn_qual;
  DAT_EVD_HANDLE evd_handle;
  DAT_EP_HANDLE ep_handle;
} DAT_RSP_PARAM;

typedef struct {
  DAT_IA_ADDRESS_PTR remote_ia_address_ptr;
  DAT_PORT_QUAL remote_port_qual;
  DAT_COUNT private_data_size;
  DAT_PVOID private_data;
  DAT_EP_HANDLE local_ep_handle;
} DAT_CR_PARAM;

typedef struct {
  DAT_EP_HANDLE ep_handle;
  DAT_DTO_COOKIE user_cookie;
  DAT_DTO_COMPLETION_STATUS status;
  DAT_VLEN transfered_length;
} DAT_DTO_COMPLETION_EVENT_DATA;

typedef struct {
  DAT_RMR_HANDLE rmr_handle;
  DAT_RMR_COOKIE user_cookie;
  DAT_DTO_COMPLETION_STATUS status;
} DAT_RMR_BIND_COMPLETION_EVENT_DATA;

typedef struct {
  union {
    DAT_RSP_HANDLE rsp_handle;
    DAT_PSP_HANDLE psp_handle;
  } sp_handle;
  DAT_IA_ADDRESS_PTR local_ia_address_ptr;
  DAT_CONN_QUAL conn_qual;
  DAT_CR_HANDLE cr_handle;
} DAT_CR_ARRIVAL_EVENT_DATA;

typedef struct {
  DAT_EP_HANDLE ep_handle;
  DAT_COUNT private_data_size;
  DAT_PVOID private_data;
} DAT_CONNECTION_EVENT_DATA;

typedef struct {
  DAT_HANDLE dat_handle;
  DAT_COUNT reason;
} DAT_ASYNCH_ERROR_EVENT_DATA;

typedef struct {
  DAT_PVOID pointer;
} DAT_SOFTWARE_EVENT_DATA;

typedef struct {
  DAT_EVENT_NUMBER event_number;
  DAT_EVD_HANDLE evd_handle;
  union {
    DAT_DTO_COMPLETION_EVENT_DATA dto_completion_event_data;
    DAT_RMR_BIND_COMPLETION_EVENT_DATA rmr_completion_event_data;
    DAT_CR_ARRIVAL_EVENT_DATA cr_arrival_event_data;
    DAT_CONNECTION_EVENT_DATA connect_event_data;
    DAT_ASYNCH_ERROR_EVENT_DATA asynch_error_event_data;
    DAT_SOFTWARE_EVENT_DATA software_event_data;
  } event_data;
} DAT_EVENT;

typedef struct {
  char ia_name[256];
  DAT_UINT32 dapl_version_major, dapl_version_minor;
  DAT_BOOLEAN is_thread_safe;
} DAT_PROVIDER_INFO;

/*
 * The functions that the library hands on to the provider, in the order of the provider's table:
 * name, parameters, arguments. The first argument is a handle whose first word is the table.
 */
#define P(...) (__VA_ARGS__)
#define DAT1_FUNCTIONS(X)                                                                         \
  X(dat_ia_query, P(DAT_IA_HANDLE a, DAT_EVD_HANDLE *b, DAT_IA_ATTR_MASK c, DAT_IA_ATTR *d,       \
    DAT_PROVIDER_ATTR_MASK e, DAT_PROVIDER_ATTR *f), P(a, b, c, d, e, f))                         \
  X(dat_ia_close, P(DAT_IA_HANDLE a, DAT_CLOSE_FLAGS b), P(a, b))                                 \
  X(dat_set_consumer_context, P(DAT_HANDLE a, DAT_CONTEXT b), P(a, b))                            \
  X(dat_get_consumer_context, P(DAT_HANDLE a, DAT_CONTEXT *b), P(a, b))                           \
  X(dat_get_handle_type, P(DAT_HANDLE a, DAT_HANDLE_TYPE *b), P(a, b))                            \
  X(dat_cno_create, P(DAT_IA_HANDLE a, DAT_OS_WAIT_PROXY_AGENT b, DAT_CNO_HANDLE *c), P(a, b, c)) \
  X(dat_cno_modify_agent, P(DAT_CNO_HANDLE a, DAT_OS_WAIT_PROXY_AGENT b), P(a, b))                \
  X(dat_cno_query, P(DAT_CNO_HANDLE a, DAT_CNO_PARAM_MASK b, DAT_CNO_PARAM *c), P(a, b, c))       \
  X(dat_cno_free, P(DAT_CNO_HANDLE a), P(a))                                                      \
  X(dat_cno_wait, P(DAT_CNO_HANDLE a, DAT_TIMEOUT b, DAT_EVD_HANDLE *c), P(a, b, c))              \
  X(dat_cr_query, P(DAT_CR_HANDLE a, DAT_CR_PARAM_MASK b, DAT_CR_PARAM *c), P(a, b, c))           \
  X(dat_cr_accept, P(DAT_CR_HANDLE a, DAT_EP_HANDLE b, DAT_COUNT c, const DAT_PVOID d),           \
    P(a, b, c, d))                                                                                \
  X(dat_cr_reject, P(DAT_CR_HANDLE a), P(a))                                                      \
  X(dat_cr_handoff, P(DAT_CR_HANDLE a, DAT_CONN_QUAL b), P(a, b))                                 \
  X(dat_evd_create, P(DAT_IA_HANDLE a, DAT_COUNT b, DAT_CNO_HANDLE c, DAT_EVD_FLAGS d,            \
    DAT_EVD_HANDLE *e), P(a, b, c, d, e))                                                         \
  X(dat_evd_query, P(DAT_EVD_HANDLE a, DAT_EVD_PARAM_MASK b, DAT_EVD_PARAM *c), P(a, b, c))       \
  X(dat_evd_modify_cno, P(DAT_EVD_HANDLE a, DAT_CNO_HANDLE b), P(a, b))                           \
  X(dat_evd_enable, P(DAT_EVD_HANDLE a), P(a))                                                    \
  X(dat_evd_disable, P(DAT_EVD_HANDLE a), P(a))                                                   \
  X(dat_evd_wait, P(DAT_EVD_HANDLE a, DAT_TIMEOUT b, DAT_COUNT c, DAT_EVENT *d, DAT_COUNT *e),    \
    P(a, b, c, d, e))                                                                             \
  X(dat_evd_resize, P(DAT_EVD_HANDLE a, DAT_COUNT b), P(a, b))                                    \
  X(dat_evd_post_se, P(DAT_EVD_HANDLE a, const DAT_EVENT *b), P(a, b))                            \
  X(dat_evd_dequeue, P(DAT_EVD_HANDLE a, DAT_EVENT *b), P(a, b))                                  \
  X(dat_evd_free, P(DAT_EVD_HANDLE a), P(a))                                                      \
  X(dat_ep_create, P(DAT_IA_HANDLE a, DAT_PZ_HANDLE b, DAT_EVD_HANDLE c, DAT_EVD_HANDLE d,        \
    DAT_EVD_HANDLE e, const DAT_EP_ATTR *f, DAT_EP_HANDLE *g), P(a, b, c, d, e, f, g))            \
  X(dat_ep_query, P(DAT_EP_HANDLE a, DAT_EP_PARAM_MASK b, DAT_EP_PARAM *c), P(a, b, c))           \
  X(dat_ep_modify, P(DAT_EP_HANDLE a, DAT_EP_PARAM_MASK b, const DAT_EP_PARAM *c), P(a, b, c))    \
  X(dat_ep_connect, P(DAT_EP_HANDLE a, DAT_IA_ADDRESS_PTR b, DAT_CONN_QUAL c, DAT_TIMEOUT d,      \
    DAT_COUNT e, const DAT_PVOID f, DAT_QOS g, DAT_CONNECT_FLAGS h), P(a, b, c, d, e, f, g, h))   \
  X(dat_ep_dup_connect, P(DAT_EP_HANDLE a, DAT_EP_HANDLE b, DAT_TIMEOUT c, DAT_COUNT d,           \
    const DAT_PVOID e, DAT_QOS f), P(a, b, c, d, e, f))                                           \
  X(dat_ep_disconnect, P(DAT_EP_HANDLE a, DAT_CLOSE_FLAGS b), P(a, b))                            \
  X(dat_ep_post_send, P(DAT_EP_HANDLE a, DAT_COUNT b, DAT_LMR_TRIPLET *c, DAT_DTO_COOKIE d,       \
    DAT_COMPLETION_FLAGS e), P(a, b, c, d, e))                                                    \
  X(dat_ep_post_recv, P(DAT_EP_HANDLE a, DAT_COUNT b, DAT_LMR_TRIPLET *c, DAT_DTO_COOKIE d,       \
    DAT_COMPLETION_FLAGS e), P(a, b, c, d, e))                                                    \
  X(dat_ep_post_rdma_read, P(DAT_EP_HANDLE a, DAT_COUNT b, DAT_LMR_TRIPLET *c, DAT_DTO_COOKIE d,  \
    const DAT_RMR_TRIPLET *e, DAT_COMPLETION_FLAGS f), P(a, b, c, d, e, f))                       \
  X(dat_ep_post_rdma_write, P(DAT_EP_HANDLE a, DAT_COUNT b, DAT_LMR_TRIPLET *c, DAT_DTO_COOKIE d, \
    const DAT_RMR_TRIPLET *e, DAT_COMPLETION_FLAGS f), P(a, b, c, d, e, f))                       \
  X(dat_ep_get_status, P(DAT_EP_HANDLE a, DAT_EP_STATE *b, DAT_BOOLEAN *c, DAT_BOOLEAN *d),       \
    P(a, b, c, d))                                                                                \
  X(dat_ep_free, P(DAT_EP_HANDLE a), P(a))                                                        \
  X(dat_lmr_create, P(DAT_IA_HANDLE a, DAT_MEM_TYPE b, DAT_REGION_DESCRIPTION c, DAT_VLEN d,      \
    DAT_PZ_HANDLE e, DAT_MEM_PRIV_FLAGS f, DAT_LMR_HANDLE *g, DAT_LMR_CONTEXT *h,                 \
    DAT_RMR_CONTEXT *i, DAT_VLEN *j, DAT_VADDR *k), P(a, b, c, d, e, f, g, h, i, j, k))           \
  X(dat_lmr_query, P(DAT_LMR_HANDLE a, DAT_LMR_PARAM_MASK b, DAT_LMR_PARAM *c), P(a, b, c))       \
  X(dat_lmr_free, P(DAT_LMR_HANDLE a), P(a))                                                      \
  X(dat_rmr_create, P(DAT_PZ_HANDLE a, DAT_RMR_HANDLE *b), P(a, b))                               \
  X(dat_rmr_query, P(DAT_RMR_HANDLE a, DAT_RMR_PARAM_MASK b, DAT_RMR_PARAM *c), P(a, b, c))       \
  X(dat_rmr_bind, P(DAT_RMR_HANDLE a, const DAT_LMR_TRIPLET *b, DAT_MEM_PRIV_FLAGS c,             \
    DAT_EP_HANDLE d, DAT_RMR_COOKIE e, DAT_COMPLETION_FLAGS f, DAT_RMR_CONTEXT *g),               \
    P(a, b, c, d, e, f, g))                                                                       \
  X(dat_rmr_free, P(DAT_RMR_HANDLE a), P(a))                                                      \
  X(dat_psp_create, P(DAT_IA_HANDLE a, DAT_CONN_QUAL b, DAT_EVD_HANDLE c, DAT_PSP_FLAGS d,        \
    DAT_PSP_HANDLE *e), P(a, b, c, d, e))                                                         \
  X(dat_psp_query, P(DAT_PSP_HANDLE a, DAT_PSP_PARAM_MASK b, DAT_PSP_PARAM *c), P(a, b, c))       \
  X(dat_psp_free, P(DAT_PSP_HANDLE a), P(a))                                                      \
  X(dat_rsp_create, P(DAT_IA_HANDLE a, DAT_CONN_QUAL b, DAT_EP_HANDLE c, DAT_EVD_HANDLE d,        \
    DAT_RSP_HANDLE *e), P(a, b, c, d, e))                                                         \
  X(dat_rsp_query, P(DAT_RSP_HANDLE a, DAT_RSP_PARAM_MASK b, DAT_RSP_PARAM *c), P(a, b, c))       \
  X(dat_rsp_free, P(DAT_RSP_HANDLE a), P(a))                                                      \
  X(dat_pz_create, P(DAT_IA_HANDLE a, DAT_PZ_HANDLE *b), P(a, b))                                 \
  X(dat_pz_query, P(DAT_PZ_HANDLE a, DAT_PZ_PARAM_MASK b, DAT_PZ_PARAM *c), P(a, b, c))           \
  X(dat_pz_free, P(DAT_PZ_HANDLE a), P(a))                                                        \
  X(dat_psp_create_any, P(DAT_IA_HANDLE a, DAT_CONN_QUAL *b, DAT_EVD_HANDLE c, DAT_PSP_FLAGS d,   \
    DAT_PSP_HANDLE *e), P(a, b, c, d, e))                                                         \
  X(dat_ep_reset, P(DAT_EP_HANDLE a), P(a))                                                       \
  X(dat_evd_set_unwaitable, P(DAT_EVD_HANDLE a), P(a))                                            \
  X(dat_evd_clear_unwaitable, P(DAT_EVD_HANDLE a), P(a))                                          \
  X(dat_lmr_sync_rdma_read, P(DAT_IA_HANDLE a, const DAT_LMR_TRIPLET *b, DAT_VLEN c), P(a, b, c)) \
  X(dat_lmr_sync_rdma_write, P(DAT_IA_HANDLE a, const DAT_LMR_TRIPLET *b, DAT_VLEN c),            \
    P(a, b, c))                                                                                   \
  X(dat_ep_create_with_srq, P(DAT_IA_HANDLE a, DAT_PZ_HANDLE b, DAT_EVD_HANDLE c,                 \
    DAT_EVD_HANDLE d, DAT_EVD_HANDLE e, DAT_SRQ_HANDLE f, const DAT_EP_ATTR *g,                   \
    DAT_EP_HANDLE *h), P(a, b, c, d, e, f, g, h))                                                 \
  X(dat_ep_recv_query, P(DAT_EP_HANDLE a, DAT_COUNT *b, DAT_COUNT *c), P(a, b, c))                \
  X(dat_ep_set_watermark, P(DAT_EP_HANDLE a, DAT_COUNT b, DAT_COUNT c), P(a, b, c))               \
  X(dat_srq_create, P(DAT_IA_HANDLE a, DAT_PZ_HANDLE b, DAT_SRQ_ATTR *c, DAT_SRQ_HANDLE *d),      \
    P(a, b, c, d))                                                                                \
  X(dat_srq_free, P(DAT_SRQ_HANDLE a), P(a))                                                      \
  X(dat_srq_post_recv, P(DAT_SRQ_HANDLE a, DAT_COUNT b, DAT_LMR_TRIPLET *c, DAT_DTO_COOKIE d),    \
    P(a, b, c, d))                                                                                \
  X(dat_srq_query, P(DAT_SRQ_HANDLE a, DAT_SRQ_PARAM_MASK b, DAT_SRQ_PARAM *c), P(a, b, c))       \
  X(dat_srq_resize, P(DAT_SRQ_HANDLE a, DAT_COUNT b), P(a, b))                                    \
  X(dat_srq_set_lw, P(DAT_SRQ_HANDLE a, DAT_COUNT b), P(a, b))

#define DAT1_MEMBER(name, parameters, arguments) DAT_RETURN(*name) parameters;

typedef struct {
  const char *device_name;
  DAT_PVOID extension;
  DAT_RETURN (*dat_ia_open)(DAT_NAME_PTR, DAT_COUNT, DAT_EVD_HANDLE *, DAT_IA_HANDLE *, int);
  DAT1_FUNCTIONS(DAT1_MEMBER)
} DAT_PROVIDER;

#endif
