/*
 * Prints what the compiler makes of the structures in librsm.h:
 *   S <structure> <size>
 *   F <structure> <member> <offset> <size>
 * A test compares the output with the tables of the Java binding.
 */
#include "librsm.h"

#include <stdio.h>

typedef struct pollfd pollfd_t;

#define S(s) printf("S %s %zu\n", #s, sizeof(s))
#define F(s, m) printf("F %s %s %zu %zu\n", #s, #m, offsetof(s, m), sizeof(((s *)0)->m))

int main(void) {
  S(rsm_topology_hdr_t);
  F(rsm_topology_hdr_t, local_nodeid);
  F(rsm_topology_hdr_t, local_cntlr_count);

  S(rsm_topology_t);
  F(rsm_topology_t, topology_hdr);
  F(rsm_topology_t, connections);

  S(rsm_connections_hdr_t);
  F(rsm_connections_hdr_t, cntlr_name);
  F(rsm_connections_hdr_t, local_hwaddr);
  F(rsm_connections_hdr_t, remote_cntlr_count);

  S(rsm_connections_t);
  F(rsm_connections_t, hdr);
  F(rsm_connections_t, remote_cntlr);

  S(rsm_remote_cntlr_t);
  F(rsm_remote_cntlr_t, remote_nodeid);
  F(rsm_remote_cntlr_t, remote_cntlrname);
  F(rsm_remote_cntlr_t, remote_hwaddr);
  F(rsm_remote_cntlr_t, connection_state);

  S(rsmapi_access_entry_t);
  F(rsmapi_access_entry_t, ae_node);
  F(rsmapi_access_entry_t, ae_permission);

  S(rsmapi_controller_attr_t);
  F(rsmapi_controller_attr_t, attr_direct_access_sizes);
  F(rsmapi_controller_attr_t, attr_atomic_sizes);
  F(rsmapi_controller_attr_t, attr_page_size);
  F(rsmapi_controller_attr_t, attr_max_export_segment_size);
  F(rsmapi_controller_attr_t, attr_tot_export_segment_size);
  F(rsmapi_controller_attr_t, attr_max_export_segments);
  F(rsmapi_controller_attr_t, attr_max_import_map_size);
  F(rsmapi_controller_attr_t, attr_tot_import_map_size);
  F(rsmapi_controller_attr_t, attr_max_import_segments);

  S(rsm_iovec_t);
  F(rsm_iovec_t, io_type);
  F(rsm_iovec_t, local);
  F(rsm_iovec_t, local_offset);
  F(rsm_iovec_t, remote_offset);
  F(rsm_iovec_t, transfer_length);

  S(rsm_scat_gath_t);
  F(rsm_scat_gath_t, local_nodeid);
  F(rsm_scat_gath_t, io_request_count);
  F(rsm_scat_gath_t, io_residual_count);
  F(rsm_scat_gath_t, flags);
  F(rsm_scat_gath_t, remote_handle);
  F(rsm_scat_gath_t, iovec);

  S(rsmapi_barrier_t);
  F(rsmapi_barrier_t, seg);
  F(rsmapi_barrier_t, gnum);
  F(rsmapi_barrier_t, privdata);

  S(pollfd_t);
  F(pollfd_t, fd);
  F(pollfd_t, events);
  F(pollfd_t, revents);
  return 0;
}
