package org.dat4j.dat.udapl.libdapl;

import java.net.InetAddress;

/**
 * An open adapter of the native backend, as the workarounds for libdapl see it: its handle, its
 * device, and what its library needs.
 */
public interface DaplAdapter {

  /**
   * Returns the library's handle.
   *
   * @return the handle of the IA
   */
  long handle();

  /**
   * Returns the adapter's name.
   *
   * @return the first field of its line in dat.conf
   */
  String name();

  /**
   * Returns the address of the adapter's network device.
   *
   * @return its IP address
   */
  InetAddress localAddress();

  /**
   * Returns the text that names the adapter and a call in messages.
   *
   * @param call of the program
   * @return object and call
   */
  String where(String call);

  /**
   * Tells whether the device speaks iWARP: a connect that was given up lasts until it is answered.
   *
   * @return false for InfiniBand and RoCE
   */
  boolean isIwarp();

  /**
   * Tells whether dat_ep_reset makes an endpoint forget its connection.
   *
   * @return true for libdaplofa only
   */
  boolean resetsConnections();

  /**
   * Tells whether accepted requests are detached from their connections: see {@link CrReply}. It
   * writes to private structures, which {@link org.dat4j.dat.udapl.patch.PrivateStructures} permits
   * or forbids.
   *
   * @return whether the layout of the library's memory is known, and the writes are permitted
   */
  boolean detachesRequests();

  /**
   * Tells whether the memory of freed PSPs is held, which writes to the C library's heap.
   *
   * @return whether the library may read a freed PSP, and the writes are permitted
   */
  boolean holdsFreedServicePoints();

  /**
   * Returns the gate that stops the CM thread while a call frees or changes objects that the thread
   * may be using.
   *
   * @return the same one at each call
   */
  CmThreadGate cmGate();

  /**
   * Returns the gate that stops the CM thread for dat_cr_accept.
   *
   * @return the same one at each call; with libdaplofa that of {@link #cmGate}
   */
  CmThreadGate acceptGate();

  /**
   * Returns the frees of EVDs and PZs that wait for abandoned endpoints.
   *
   * @return the same object at each call
   */
  DeferredFrees deferredFrees();

  /**
   * Returns an EVD of the library for DTOs that an endpoint never posts.
   *
   * @return its handle
   */
  long spareTransfers();

  /**
   * Frees an endpoint of the library while neither the CM thread nor a reader of shared Receives
   * runs.
   *
   * @param ep the library's endpoint
   * @param known whether the CM thread may know of it; if not, it is not stopped
   * @return the library's return value
   */
  int freeEp(long ep, boolean known);
}
