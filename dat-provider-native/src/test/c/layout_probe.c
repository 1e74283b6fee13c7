/*
 * Prints what the compiler knows about the structures of the DAT 2.0 headers, or with DAT1 defined
 * about those of 1.2 as dat1.h has them:
 *   S <structure> <size>
 *   F <structure> <member> <offset> <size>
 * A test compares the output with the tables of the Java binding.
 */
#include <netinet/in.h>
#include <stddef.h>
#include <stdio.h>
#ifdef DAT1
#include "dat1.h"
#define M(m1, m2) m1
#else
#include <dat2/udat.h>
#define M(m1, m2) m2
#endif

#define S(s) printf("S %s %zu\n", #s, sizeof(s))
#define A(s, name, m) \
  printf("F %s %s %zu %zu\n", #s, name, offsetof(s, m), sizeof(((s *)0)->m))
#define F(s, m) A(s, #m, m)

int main(void) {
  S(DAT_EVD_PARAM);
  F(DAT_EVD_PARAM, evd_qlen);

  S(DAT_PROVIDER_ATTR);
  F(DAT_PROVIDER_ATTR, provider_name);
  F(DAT_PROVIDER_ATTR, provider_version_major);
  F(DAT_PROVIDER_ATTR, provider_version_minor);
  F(DAT_PROVIDER_ATTR, dat_qos_supported);
  F(DAT_PROVIDER_ATTR, max_private_data_size);
  F(DAT_PROVIDER_ATTR, pz_support);
  F(DAT_PROVIDER_ATTR, optimal_buffer_alignment);
  F(DAT_PROVIDER_ATTR, evd_stream_merging_supported);
  F(DAT_PROVIDER_ATTR, lmr_sync_req);
  F(DAT_PROVIDER_ATTR, rdma_write_for_rdma_read_req);
  F(DAT_PROVIDER_ATTR, num_provider_specific_attr);
  F(DAT_PROVIDER_ATTR, provider_specific_attr);

  S(DAT_NAMED_ATTR);
  F(DAT_NAMED_ATTR, name);
  F(DAT_NAMED_ATTR, value);

  S(DAT_LMR_TRIPLET);
  F(DAT_LMR_TRIPLET, virtual_address);
  F(DAT_LMR_TRIPLET, segment_length);
  F(DAT_LMR_TRIPLET, lmr_context);

  S(DAT_RMR_TRIPLET);
  A(DAT_RMR_TRIPLET, "virtual_address", M(target_address, virtual_address));
  F(DAT_RMR_TRIPLET, segment_length);
  F(DAT_RMR_TRIPLET, rmr_context);

  S(DAT_IA_ATTR);
  F(DAT_IA_ATTR, adapter_name);
  F(DAT_IA_ATTR, vendor_name);
  F(DAT_IA_ATTR, hardware_version_major);
  F(DAT_IA_ATTR, hardware_version_minor);
  F(DAT_IA_ATTR, firmware_version_major);
  F(DAT_IA_ATTR, firmware_version_minor);
  F(DAT_IA_ATTR, ia_address_ptr);
  F(DAT_IA_ATTR, max_eps);
  F(DAT_IA_ATTR, max_dto_per_ep);
  F(DAT_IA_ATTR, max_rdma_read_per_ep_in);
  F(DAT_IA_ATTR, max_rdma_read_per_ep_out);
  F(DAT_IA_ATTR, max_evds);
  F(DAT_IA_ATTR, max_evd_qlen);
  F(DAT_IA_ATTR, max_iov_segments_per_dto);
  F(DAT_IA_ATTR, max_lmrs);
  F(DAT_IA_ATTR, max_lmr_block_size);
  F(DAT_IA_ATTR, max_lmr_virtual_address);
  F(DAT_IA_ATTR, max_pzs);
  F(DAT_IA_ATTR, max_message_size);
  F(DAT_IA_ATTR, max_rdma_size);
  F(DAT_IA_ATTR, max_iov_segments_per_rdma_read);
  F(DAT_IA_ATTR, max_iov_segments_per_rdma_write);
  F(DAT_IA_ATTR, max_rdma_read_in);
  F(DAT_IA_ATTR, max_rdma_read_out);
  F(DAT_IA_ATTR, max_rdma_read_per_ep_in_guaranteed);
  F(DAT_IA_ATTR, max_rdma_read_per_ep_out_guaranteed);
  F(DAT_IA_ATTR, num_transport_attr);
  F(DAT_IA_ATTR, transport_attr);
  F(DAT_IA_ATTR, num_vendor_attr);
  F(DAT_IA_ATTR, vendor_attr);

  S(DAT_EP_ATTR);
  F(DAT_EP_ATTR, service_type);
  F(DAT_EP_ATTR, max_message_size);
  F(DAT_EP_ATTR, max_rdma_size);
  F(DAT_EP_ATTR, qos);
  F(DAT_EP_ATTR, recv_completion_flags);
  F(DAT_EP_ATTR, request_completion_flags);
  F(DAT_EP_ATTR, max_recv_dtos);
  F(DAT_EP_ATTR, max_request_dtos);
  F(DAT_EP_ATTR, max_recv_iov);
  F(DAT_EP_ATTR, max_request_iov);
  F(DAT_EP_ATTR, max_rdma_read_in);
  F(DAT_EP_ATTR, max_rdma_read_out);
  F(DAT_EP_ATTR, srq_soft_hw);
  F(DAT_EP_ATTR, max_rdma_read_iov);
  F(DAT_EP_ATTR, max_rdma_write_iov);

  S(DAT_EP_PARAM);
  F(DAT_EP_PARAM, ep_state);
  F(DAT_EP_PARAM, local_ia_address_ptr);
  F(DAT_EP_PARAM, local_port_qual);
  F(DAT_EP_PARAM, remote_ia_address_ptr);
  F(DAT_EP_PARAM, remote_port_qual);

  S(DAT_SRQ_ATTR);
  F(DAT_SRQ_ATTR, max_recv_dtos);
  F(DAT_SRQ_ATTR, max_recv_iov);
  F(DAT_SRQ_ATTR, low_watermark);

  S(DAT_SRQ_PARAM);
  F(DAT_SRQ_PARAM, srq_state);

  S(DAT_CR_PARAM);
  F(DAT_CR_PARAM, remote_ia_address_ptr);
  F(DAT_CR_PARAM, remote_port_qual);
  F(DAT_CR_PARAM, private_data_size);
  F(DAT_CR_PARAM, private_data);

  S(DAT_DTO_COMPLETION_EVENT_DATA);
  F(DAT_DTO_COMPLETION_EVENT_DATA, user_cookie);
  F(DAT_DTO_COMPLETION_EVENT_DATA, status);
  F(DAT_DTO_COMPLETION_EVENT_DATA, transfered_length);

  S(DAT_CR_ARRIVAL_EVENT_DATA);
  F(DAT_CR_ARRIVAL_EVENT_DATA, sp_handle);
  F(DAT_CR_ARRIVAL_EVENT_DATA, local_ia_address_ptr);
  F(DAT_CR_ARRIVAL_EVENT_DATA, conn_qual);
  F(DAT_CR_ARRIVAL_EVENT_DATA, cr_handle);

  S(DAT_CONNECTION_EVENT_DATA);
  F(DAT_CONNECTION_EVENT_DATA, ep_handle);
  F(DAT_CONNECTION_EVENT_DATA, private_data_size);
  F(DAT_CONNECTION_EVENT_DATA, private_data);

  S(DAT_ASYNCH_ERROR_EVENT_DATA);
  F(DAT_ASYNCH_ERROR_EVENT_DATA, dat_handle);
  F(DAT_ASYNCH_ERROR_EVENT_DATA, reason);

  S(DAT_EVENT);
  F(DAT_EVENT, event_number);
  F(DAT_EVENT, event_data);
#define D event_data.dto_completion_event_data
  A(DAT_EVENT, "dto_user_cookie", D.user_cookie);
  A(DAT_EVENT, "dto_status", D.status);
  A(DAT_EVENT, "dto_transfered_length", D.transfered_length);
#define C event_data.cr_arrival_event_data
  A(DAT_EVENT, "cr_sp_handle", C.sp_handle);
  A(DAT_EVENT, "cr_local_ia_address_ptr", C.local_ia_address_ptr);
  A(DAT_EVENT, "cr_conn_qual", C.conn_qual);
  A(DAT_EVENT, "cr_handle", C.cr_handle);
#define E event_data.connect_event_data
  A(DAT_EVENT, "connect_ep_handle", E.ep_handle);
  A(DAT_EVENT, "connect_private_data_size", E.private_data_size);
  A(DAT_EVENT, "connect_private_data", E.private_data);
#define X event_data.asynch_error_event_data
  A(DAT_EVENT, "async_dat_handle", X.dat_handle);
  A(DAT_EVENT, "async_reason", X.reason);
  return 0;
}
