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
#define F2(s, m)
#define A2(s, name, m)
#define M(m1, m2) m1
#else
#include <dat2/udat.h>
#define F2(s, m) F(s, m)
#define A2(s, name, m) A(s, name, m)
#define M(m1, m2) m2
#endif

#define S(s) printf("S %s %zu\n", #s, sizeof(s))
#define A(s, name, m) \
  printf("F %s %s %zu %zu\n", #s, name, offsetof(s, m), sizeof(((s *)0)->m))
#define F(s, m) A(s, #m, m)

int main(void) {
  S(DAT_EVD_PARAM);
  F(DAT_EVD_PARAM, ia_handle);
  F(DAT_EVD_PARAM, evd_qlen);
  F(DAT_EVD_PARAM, evd_state);
  F(DAT_EVD_PARAM, cno_handle);
  F(DAT_EVD_PARAM, evd_flags);

  S(DAT_OS_WAIT_PROXY_AGENT);
  F(DAT_OS_WAIT_PROXY_AGENT, instance_data);
  F(DAT_OS_WAIT_PROXY_AGENT, proxy_agent_func);

  S(DAT_REGION_DESCRIPTION);
  F(DAT_REGION_DESCRIPTION, for_va);
  F(DAT_REGION_DESCRIPTION, for_lmr_handle);
  F(DAT_REGION_DESCRIPTION, for_shared_memory);

  S(DAT_LMR_PARAM);
  F(DAT_LMR_PARAM, ia_handle);
  F(DAT_LMR_PARAM, mem_type);
  F(DAT_LMR_PARAM, region_desc);
  F(DAT_LMR_PARAM, length);
  F(DAT_LMR_PARAM, pz_handle);
  F(DAT_LMR_PARAM, mem_priv);
  F2(DAT_LMR_PARAM, va_type);
  F(DAT_LMR_PARAM, lmr_context);
  F(DAT_LMR_PARAM, rmr_context);
  F(DAT_LMR_PARAM, registered_size);
  F(DAT_LMR_PARAM, registered_address);

  S(DAT_CNO_PARAM);
  F(DAT_CNO_PARAM, ia_handle);
  F2(DAT_CNO_PARAM, proxy_type);
  A(DAT_CNO_PARAM, "proxy_agent", M(agent, proxy.agent));
  A2(DAT_CNO_PARAM, "proxy_fd", proxy.fd);
  A2(DAT_CNO_PARAM, "proxy_none", proxy.none);

  S(DAT_PROVIDER_ATTR);
  F(DAT_PROVIDER_ATTR, provider_name);
  F(DAT_PROVIDER_ATTR, provider_version_major);
  F(DAT_PROVIDER_ATTR, provider_version_minor);
  F(DAT_PROVIDER_ATTR, dapl_version_major);
  F(DAT_PROVIDER_ATTR, dapl_version_minor);
  F(DAT_PROVIDER_ATTR, lmr_mem_types_supported);
  F(DAT_PROVIDER_ATTR, iov_ownership_on_return);
  F(DAT_PROVIDER_ATTR, dat_qos_supported);
  F(DAT_PROVIDER_ATTR, completion_flags_supported);
  F(DAT_PROVIDER_ATTR, is_thread_safe);
  F(DAT_PROVIDER_ATTR, max_private_data_size);
  F(DAT_PROVIDER_ATTR, supports_multipath);
  F(DAT_PROVIDER_ATTR, ep_creator);
  F(DAT_PROVIDER_ATTR, pz_support);
  F(DAT_PROVIDER_ATTR, optimal_buffer_alignment);
  F(DAT_PROVIDER_ATTR, evd_stream_merging_supported);
  F(DAT_PROVIDER_ATTR, srq_supported);
  F(DAT_PROVIDER_ATTR, srq_watermarks_supported);
  F(DAT_PROVIDER_ATTR, srq_ep_pz_difference_supported);
  F(DAT_PROVIDER_ATTR, srq_info_supported);
  F(DAT_PROVIDER_ATTR, ep_recv_info_supported);
  F(DAT_PROVIDER_ATTR, lmr_sync_req);
  F(DAT_PROVIDER_ATTR, dto_async_return_guaranteed);
  F(DAT_PROVIDER_ATTR, rdma_write_for_rdma_read_req);
  F2(DAT_PROVIDER_ATTR, rdma_read_lmr_rmr_context_exposure);
  F2(DAT_PROVIDER_ATTR, rmr_scope_supported);
  F2(DAT_PROVIDER_ATTR, is_signal_safe);
  F2(DAT_PROVIDER_ATTR, ha_supported);
  F2(DAT_PROVIDER_ATTR, ha_loadbalancing);
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

  S(DAT_RMR_PARAM);
  F(DAT_RMR_PARAM, ia_handle);
  F(DAT_RMR_PARAM, pz_handle);
  F(DAT_RMR_PARAM, lmr_triplet);
  F(DAT_RMR_PARAM, mem_priv);
  F(DAT_RMR_PARAM, rmr_context);
  F2(DAT_RMR_PARAM, rmr_scope);
  F2(DAT_RMR_PARAM, va_type);

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
  F(DAT_IA_ATTR, max_rmrs);
  F(DAT_IA_ATTR, max_rmr_target_address);
  F(DAT_IA_ATTR, max_srqs);
  F(DAT_IA_ATTR, max_ep_per_srq);
  F(DAT_IA_ATTR, max_recv_per_srq);
  F(DAT_IA_ATTR, max_iov_segments_per_rdma_read);
  F(DAT_IA_ATTR, max_iov_segments_per_rdma_write);
  F(DAT_IA_ATTR, max_rdma_read_in);
  F(DAT_IA_ATTR, max_rdma_read_out);
  F(DAT_IA_ATTR, max_rdma_read_per_ep_in_guaranteed);
  F(DAT_IA_ATTR, max_rdma_read_per_ep_out_guaranteed);
  F2(DAT_IA_ATTR, zb_supported);
  F2(DAT_IA_ATTR, extension_supported);
  F2(DAT_IA_ATTR, extension_version);
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
  F(DAT_EP_ATTR, ep_transport_specific_count);
  F(DAT_EP_ATTR, ep_transport_specific);
  F(DAT_EP_ATTR, ep_provider_specific_count);
  F(DAT_EP_ATTR, ep_provider_specific);

  S(DAT_EP_PARAM);
  F(DAT_EP_PARAM, ia_handle);
  F(DAT_EP_PARAM, ep_state);
  F2(DAT_EP_PARAM, comm);
  F(DAT_EP_PARAM, local_ia_address_ptr);
  F(DAT_EP_PARAM, local_port_qual);
  F(DAT_EP_PARAM, remote_ia_address_ptr);
  F(DAT_EP_PARAM, remote_port_qual);
  F(DAT_EP_PARAM, pz_handle);
  F(DAT_EP_PARAM, recv_evd_handle);
  F(DAT_EP_PARAM, request_evd_handle);
  F(DAT_EP_PARAM, connect_evd_handle);
  F(DAT_EP_PARAM, srq_handle);
  F(DAT_EP_PARAM, ep_attr);

  S(DAT_SRQ_ATTR);
  F(DAT_SRQ_ATTR, max_recv_dtos);
  F(DAT_SRQ_ATTR, max_recv_iov);
  F(DAT_SRQ_ATTR, low_watermark);

  S(DAT_SRQ_PARAM);
  F(DAT_SRQ_PARAM, ia_handle);
  F(DAT_SRQ_PARAM, srq_state);
  F(DAT_SRQ_PARAM, pz_handle);
  F(DAT_SRQ_PARAM, max_recv_dtos);
  F(DAT_SRQ_PARAM, max_recv_iov);
  F(DAT_SRQ_PARAM, low_watermark);
  F(DAT_SRQ_PARAM, available_dto_count);
  F(DAT_SRQ_PARAM, outstanding_dto_count);

  S(DAT_PZ_PARAM);
  F(DAT_PZ_PARAM, ia_handle);

  S(DAT_PSP_PARAM);
  F(DAT_PSP_PARAM, ia_handle);
  F(DAT_PSP_PARAM, conn_qual);
  F(DAT_PSP_PARAM, evd_handle);
  F(DAT_PSP_PARAM, psp_flags);

  S(DAT_RSP_PARAM);
  F(DAT_RSP_PARAM, ia_handle);
  F(DAT_RSP_PARAM, conn_qual);
  F(DAT_RSP_PARAM, evd_handle);
  F(DAT_RSP_PARAM, ep_handle);

  S(DAT_CR_PARAM);
  F(DAT_CR_PARAM, remote_ia_address_ptr);
  F(DAT_CR_PARAM, remote_port_qual);
  F(DAT_CR_PARAM, private_data_size);
  F(DAT_CR_PARAM, private_data);
  F(DAT_CR_PARAM, local_ep_handle);

  S(DAT_DTO_COMPLETION_EVENT_DATA);
  F(DAT_DTO_COMPLETION_EVENT_DATA, ep_handle);
  F(DAT_DTO_COMPLETION_EVENT_DATA, user_cookie);
  F(DAT_DTO_COMPLETION_EVENT_DATA, status);
  F(DAT_DTO_COMPLETION_EVENT_DATA, transfered_length);
  F2(DAT_DTO_COMPLETION_EVENT_DATA, operation);
  F2(DAT_DTO_COMPLETION_EVENT_DATA, rmr_context);

  S(DAT_RMR_BIND_COMPLETION_EVENT_DATA);
  F(DAT_RMR_BIND_COMPLETION_EVENT_DATA, rmr_handle);
  F(DAT_RMR_BIND_COMPLETION_EVENT_DATA, user_cookie);
  F(DAT_RMR_BIND_COMPLETION_EVENT_DATA, status);

  S(DAT_CR_ARRIVAL_EVENT_DATA);
  F(DAT_CR_ARRIVAL_EVENT_DATA, sp_handle);
  F(DAT_CR_ARRIVAL_EVENT_DATA, local_ia_address_ptr);
  F(DAT_CR_ARRIVAL_EVENT_DATA, conn_qual);
  F(DAT_CR_ARRIVAL_EVENT_DATA, cr_handle);
  F2(DAT_CR_ARRIVAL_EVENT_DATA, truncate_flag);

  S(DAT_CONNECTION_EVENT_DATA);
  F(DAT_CONNECTION_EVENT_DATA, ep_handle);
  F(DAT_CONNECTION_EVENT_DATA, private_data_size);
  F(DAT_CONNECTION_EVENT_DATA, private_data);

  S(DAT_ASYNCH_ERROR_EVENT_DATA);
  F(DAT_ASYNCH_ERROR_EVENT_DATA, dat_handle);
  F(DAT_ASYNCH_ERROR_EVENT_DATA, reason);

  S(DAT_SOFTWARE_EVENT_DATA);
  F(DAT_SOFTWARE_EVENT_DATA, pointer);

  S(DAT_PROVIDER_INFO);
  F(DAT_PROVIDER_INFO, ia_name);
  F(DAT_PROVIDER_INFO, dapl_version_major);
  F(DAT_PROVIDER_INFO, dapl_version_minor);
  F(DAT_PROVIDER_INFO, is_thread_safe);

  S(DAT_EVENT);
  F(DAT_EVENT, event_number);
  F(DAT_EVENT, evd_handle);
  F(DAT_EVENT, event_data);
  F2(DAT_EVENT, event_extension_data);
#define D event_data.dto_completion_event_data
  A(DAT_EVENT, "dto_ep_handle", D.ep_handle);
  A(DAT_EVENT, "dto_user_cookie", D.user_cookie);
  A(DAT_EVENT, "dto_status", D.status);
  A(DAT_EVENT, "dto_transfered_length", D.transfered_length);
  A2(DAT_EVENT, "dto_operation", D.operation);
  A2(DAT_EVENT, "dto_rmr_context", D.rmr_context);
#define R event_data.rmr_completion_event_data
  A(DAT_EVENT, "rmr_handle", R.rmr_handle);
  A(DAT_EVENT, "rmr_user_cookie", R.user_cookie);
  A(DAT_EVENT, "rmr_status", R.status);
#define C event_data.cr_arrival_event_data
  A(DAT_EVENT, "cr_sp_handle", C.sp_handle);
  A(DAT_EVENT, "cr_local_ia_address_ptr", C.local_ia_address_ptr);
  A(DAT_EVENT, "cr_conn_qual", C.conn_qual);
  A(DAT_EVENT, "cr_handle", C.cr_handle);
  A2(DAT_EVENT, "cr_truncate_flag", C.truncate_flag);
#define E event_data.connect_event_data
  A(DAT_EVENT, "connect_ep_handle", E.ep_handle);
  A(DAT_EVENT, "connect_private_data_size", E.private_data_size);
  A(DAT_EVENT, "connect_private_data", E.private_data);
#define X event_data.asynch_error_event_data
  A(DAT_EVENT, "async_dat_handle", X.dat_handle);
  A(DAT_EVENT, "async_reason", X.reason);
  A(DAT_EVENT, "software_pointer", event_data.software_event_data.pointer);
  return 0;
}
