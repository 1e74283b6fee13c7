package org.dat4j.dat.udapl.abi;

/**
 * The C functions of the uDAPL library that take the same arguments in the 1.2 and 2.0 ABI, bound
 * by JNA direct mapping. {@link LibDat1} and {@link LibDat2} have the others.
 *
 * <p>Method names are the C names, parameters stand in C order. A {@code long} is a handle, a
 * 64-bit value or the address of memory that the caller owns and keeps reachable until the call
 * returns; an {@code int} is a 32-bit value or enumeration. Nothing else crosses the border, so a
 * call costs no marshalling and no allocation: structures are read and written through {@link
 * NativeMemory}.
 *
 * <p>An IA handle is a small index in a slot of pointer size in 2.0. Every other handle, and in 1.2
 * this one too, is the address of an object. Its first word points to the provider's table of
 * functions. The library calls through that table and does nothing else of its own. A structure of
 * 16 bytes that C passes by value is passed as its two words. The calling conventions of x86-64
 * (System V) and AArch64 put both forms into the same registers as long as two are left, which is
 * so in the functions concerned; {@link DatLibrary} refuses other processors.
 *
 * <p>Every function returns a DAT_RETURN: read it with {@link ReturnCodes}. The library checks
 * handles for null only (that of 1.2 also for the alignment of a pointer); any other wrong handle
 * is undefined behaviour, as is any wrong address. What may run at the same time is a matter of the
 * library behind: see the package description. {@link DatLibrary#load} comes first; without it
 * every call is an {@link UnsatisfiedLinkError}.
 */
public final class LibDat {

  private LibDat() {}

  /**
   * Opens an IA by the name of its dat.conf entry.
   *
   * @param name address of the name, ended by a zero byte
   * @param asyncMinQlen events the asynchronous EVD must hold at least
   * @param asyncEvdInOut address of 8 bytes: 0 or an EVD in, the EVD out
   * @param iaOut address of 8 bytes for the IA handle
   * @param major {@link Abi#major}
   * @param minor {@link Abi#minor}
   * @param threadSafe as in the entry: 0 or 1
   * @return a DAT_RETURN
   */
  public static native int dat_ia_openv(
      long name,
      int asyncMinQlen,
      long asyncEvdInOut,
      long iaOut,
      int major,
      int minor,
      int threadSafe);

  /**
   * Closes an IA.
   *
   * @param ia IA handle
   * @param flags DAT_CLOSE_FLAGS: 0 abrupt, 1 graceful
   * @return a DAT_RETURN
   */
  public static native int dat_ia_close(long ia, int flags);

  /**
   * Reads attributes of an IA and its provider.
   *
   * @param ia IA handle
   * @param asyncEvdOut address of 8 bytes for the asynchronous EVD, or 0
   * @param iaMask IA attribute mask
   * @param iaAttr address of a DAT_IA_ATTR
   * @param providerMask provider attribute mask
   * @param providerAttr address of a DAT_PROVIDER_ATTR
   * @return a DAT_RETURN
   */
  public static native int dat_ia_query(
      long ia, long asyncEvdOut, long iaMask, long iaAttr, long providerMask, long providerAttr);

  /**
   * Creates a PZ.
   *
   * @param ia IA handle
   * @param pzOut address of 8 bytes for the PZ handle
   * @return a DAT_RETURN
   */
  public static native int dat_pz_create(long ia, long pzOut);

  /**
   * Frees a PZ.
   *
   * @param pz PZ handle
   * @return a DAT_RETURN
   */
  public static native int dat_pz_free(long pz);

  /**
   * Ends a registration.
   *
   * @param lmr LMR handle
   * @return a DAT_RETURN
   */
  public static native int dat_lmr_free(long lmr);

  /**
   * Makes local stores visible to incoming RDMA Reads.
   *
   * @param ia IA handle
   * @param segments address of DAT_LMR_TRIPLETs
   * @param numSegments how many (DAT_VLEN)
   * @return a DAT_RETURN
   */
  public static native int dat_lmr_sync_rdma_read(long ia, long segments, long numSegments);

  /**
   * Makes incoming RDMA Writes visible to the processor.
   *
   * @param ia IA handle
   * @param segments address of DAT_LMR_TRIPLETs
   * @param numSegments how many (DAT_VLEN)
   * @return a DAT_RETURN
   */
  public static native int dat_lmr_sync_rdma_write(long ia, long segments, long numSegments);

  /**
   * Creates an EVD.
   *
   * @param ia IA handle
   * @param minQlen events it must hold at least
   * @param cno CNO handle, 0 for none
   * @param flags DAT_EVD_FLAGS
   * @param evdOut address of 8 bytes for the EVD handle
   * @return a DAT_RETURN
   */
  public static native int dat_evd_create(long ia, int minQlen, long cno, int flags, long evdOut);

  /**
   * Reads an EVD.
   *
   * @param evd EVD handle
   * @param mask DAT_EVD_PARAM_MASK
   * @param param address of a DAT_EVD_PARAM
   * @return a DAT_RETURN
   */
  public static native int dat_evd_query(long evd, int mask, long param);

  /**
   * Lets events trigger the CNO.
   *
   * @param evd EVD handle
   * @return a DAT_RETURN
   */
  public static native int dat_evd_enable(long evd);

  /**
   * Keeps events from triggering the CNO.
   *
   * @param evd EVD handle
   * @return a DAT_RETURN
   */
  public static native int dat_evd_disable(long evd);

  /**
   * Waits for events, inside the library. libdapl leaves its lock in disorder when an argument is
   * wrong, so the caller checks them all.
   *
   * @param evd EVD handle
   * @param timeout microseconds, unsigned; -1 is for ever
   * @param threshold events to wait for: 1 to the length of the queue
   * @param event address of a DAT_EVENT
   * @param nmoreOut address of 4 bytes for the number of further events
   * @return a DAT_RETURN
   */
  public static native int dat_evd_wait(
      long evd, int timeout, int threshold, long event, long nmoreOut);

  /**
   * Takes an event if there is one.
   *
   * @param evd EVD handle
   * @param event address of a DAT_EVENT
   * @return a DAT_RETURN
   */
  public static native int dat_evd_dequeue(long evd, long event);

  /**
   * Frees an EVD.
   *
   * @param evd EVD handle
   * @return a DAT_RETURN
   */
  public static native int dat_evd_free(long evd);

  /**
   * Creates a CNO. The agent is a structure of two words passed by value.
   *
   * @param ia IA handle
   * @param agentData instance data, first half of the agent
   * @param agentFunc address of the function, second half of the agent; 0 for none
   * @param cnoOut address of 8 bytes for the CNO handle
   * @return a DAT_RETURN
   */
  public static native int dat_cno_create(long ia, long agentData, long agentFunc, long cnoOut);

  /**
   * Changes the agent of a CNO.
   *
   * @param cno CNO handle
   * @param agentData instance data, first half of the agent
   * @param agentFunc address of the function, second half of the agent; 0 for none
   * @return a DAT_RETURN
   */
  public static native int dat_cno_modify_agent(long cno, long agentData, long agentFunc);

  /**
   * Waits for a trigger, inside the library.
   *
   * @param cno CNO handle
   * @param timeout microseconds, unsigned; -1 is for ever
   * @param evdOut address of 8 bytes for the EVD that triggered
   * @return a DAT_RETURN
   */
  public static native int dat_cno_wait(long cno, int timeout, long evdOut);

  /**
   * Creates an EP.
   *
   * @param ia IA handle
   * @param pz PZ handle
   * @param recvEvd EVD of receive completions, 0 for none
   * @param requestEvd EVD of request completions, 0 for none
   * @param connectEvd EVD of connection events, 0 for none
   * @param attr address of a DAT_EP_ATTR, or 0
   * @param epOut address of 8 bytes for the EP handle
   * @return a DAT_RETURN
   */
  public static native int dat_ep_create(
      long ia, long pz, long recvEvd, long requestEvd, long connectEvd, long attr, long epOut);

  /**
   * Creates an EP that takes its receive buffers from an SRQ.
   *
   * @param ia IA handle
   * @param pz PZ handle
   * @param recvEvd EVD of receive completions, 0 for none
   * @param requestEvd EVD of request completions, 0 for none
   * @param connectEvd EVD of connection events, 0 for none
   * @param srq SRQ handle
   * @param attr address of a DAT_EP_ATTR, or 0
   * @param epOut address of 8 bytes for the EP handle
   * @return a DAT_RETURN
   */
  public static native int dat_ep_create_with_srq(
      long ia,
      long pz,
      long recvEvd,
      long requestEvd,
      long connectEvd,
      long srq,
      long attr,
      long epOut);

  /**
   * Reads an EP.
   *
   * @param ep EP handle
   * @param mask DAT_EP_PARAM_MASK
   * @param param address of a DAT_EP_PARAM
   * @return a DAT_RETURN
   */
  public static native int dat_ep_query(long ep, long mask, long param);

  /**
   * Reads state and idleness. libdapl writes the number of outstanding requests where the contract
   * has the boolean idle: 0 means idle there.
   *
   * @param ep EP handle
   * @param stateOut address of 4 bytes for the DAT_EP_STATE
   * @param recvIdleOut address of 4 bytes
   * @param requestIdleOut address of 4 bytes
   * @return a DAT_RETURN
   */
  public static native int dat_ep_get_status(
      long ep, long stateOut, long recvIdleOut, long requestIdleOut);

  /**
   * Starts an active connection. libdapl copies private data without a check: the caller keeps to
   * max_private_data_size.
   *
   * @param ep EP handle
   * @param remoteAddress address of a socket address
   * @param connQual connection qualifier
   * @param timeout microseconds, unsigned; -1 is for ever
   * @param privateDataSize bytes of private data
   * @param privateData address of the private data
   * @param qos DAT_QOS
   * @param flags DAT_CONNECT_FLAGS
   * @return a DAT_RETURN
   */
  public static native int dat_ep_connect(
      long ep,
      long remoteAddress,
      long connQual,
      int timeout,
      int privateDataSize,
      long privateData,
      int qos,
      int flags);

  /**
   * Ends a connection. libdapl sleeps up to a quarter of a second in an abrupt one.
   *
   * @param ep EP handle
   * @param flags DAT_CLOSE_FLAGS: 0 abrupt, 1 graceful
   * @return a DAT_RETURN
   */
  public static native int dat_ep_disconnect(long ep, int flags);

  /**
   * Makes a disconnected EP usable again.
   *
   * @param ep EP handle
   * @return a DAT_RETURN
   */
  public static native int dat_ep_reset(long ep);

  /**
   * Frees an EP.
   *
   * @param ep EP handle
   * @return a DAT_RETURN
   */
  public static native int dat_ep_free(long ep);

  /**
   * Posts a Send.
   *
   * @param ep EP handle
   * @param numSegments entries of the IOV
   * @param iov address of DAT_LMR_TRIPLETs
   * @param cookie value returned in the completion
   * @param completionFlags DAT_COMPLETION_FLAGS
   * @return a DAT_RETURN
   */
  public static native int dat_ep_post_send(
      long ep, int numSegments, long iov, long cookie, int completionFlags);

  /**
   * Posts a Receive.
   *
   * @param ep EP handle
   * @param numSegments entries of the IOV
   * @param iov address of DAT_LMR_TRIPLETs
   * @param cookie value returned in the completion
   * @param completionFlags DAT_COMPLETION_FLAGS
   * @return a DAT_RETURN
   */
  public static native int dat_ep_post_recv(
      long ep, int numSegments, long iov, long cookie, int completionFlags);

  /**
   * Posts an RDMA Read.
   *
   * @param ep EP handle
   * @param numSegments entries of the IOV
   * @param iov address of DAT_LMR_TRIPLETs
   * @param cookie value returned in the completion
   * @param remote address of a DAT_RMR_TRIPLET
   * @param completionFlags DAT_COMPLETION_FLAGS
   * @return a DAT_RETURN
   */
  public static native int dat_ep_post_rdma_read(
      long ep, int numSegments, long iov, long cookie, long remote, int completionFlags);

  /**
   * Posts an RDMA Write.
   *
   * @param ep EP handle
   * @param numSegments entries of the IOV
   * @param iov address of DAT_LMR_TRIPLETs
   * @param cookie value returned in the completion
   * @param remote address of a DAT_RMR_TRIPLET
   * @param completionFlags DAT_COMPLETION_FLAGS
   * @return a DAT_RETURN
   */
  public static native int dat_ep_post_rdma_write(
      long ep, int numSegments, long iov, long cookie, long remote, int completionFlags);

  /**
   * Listens on a qualifier.
   *
   * @param ia IA handle
   * @param connQual connection qualifier
   * @param evd EVD handle
   * @param flags DAT_PSP_FLAGS
   * @param pspOut address of 8 bytes for the PSP handle
   * @return a DAT_RETURN
   */
  public static native int dat_psp_create(long ia, long connQual, long evd, int flags, long pspOut);

  /**
   * Listens on a qualifier of the library's choice.
   *
   * @param ia IA handle
   * @param connQualOut address of 8 bytes for the qualifier
   * @param evd EVD handle
   * @param flags DAT_PSP_FLAGS
   * @param pspOut address of 8 bytes for the PSP handle
   * @return a DAT_RETURN
   */
  public static native int dat_psp_create_any(
      long ia, long connQualOut, long evd, int flags, long pspOut);

  /**
   * Ends listening.
   *
   * @param psp PSP handle
   * @return a DAT_RETURN
   */
  public static native int dat_psp_free(long psp);

  /**
   * Reads a connection request.
   *
   * @param cr CR handle
   * @param mask DAT_CR_PARAM_MASK
   * @param param address of a DAT_CR_PARAM
   * @return a DAT_RETURN
   */
  public static native int dat_cr_query(long cr, int mask, long param);

  /**
   * Accepts a connection request.
   *
   * @param cr CR handle
   * @param ep EP handle, 0 if the request has one
   * @param privateDataSize bytes of private data
   * @param privateData address of the private data
   * @return a DAT_RETURN
   */
  public static native int dat_cr_accept(long cr, long ep, int privateDataSize, long privateData);

  /**
   * Creates an SRQ.
   *
   * @param ia IA handle
   * @param pz PZ handle
   * @param attr address of a DAT_SRQ_ATTR
   * @param srqOut address of 8 bytes for the SRQ handle
   * @return a DAT_RETURN
   */
  public static native int dat_srq_create(long ia, long pz, long attr, long srqOut);

  /**
   * Reads an SRQ.
   *
   * @param srq SRQ handle
   * @param mask DAT_SRQ_PARAM_MASK
   * @param param address of a DAT_SRQ_PARAM
   * @return a DAT_RETURN
   */
  public static native int dat_srq_query(long srq, int mask, long param);

  /**
   * Posts a receive buffer to an SRQ.
   *
   * @param srq SRQ handle
   * @param numSegments entries of the IOV
   * @param iov address of DAT_LMR_TRIPLETs
   * @param cookie value returned in the completion
   * @return a DAT_RETURN
   */
  public static native int dat_srq_post_recv(long srq, int numSegments, long iov, long cookie);

  /**
   * Frees an SRQ.
   *
   * @param srq SRQ handle
   * @return a DAT_RETURN
   */
  public static native int dat_srq_free(long srq);
}
