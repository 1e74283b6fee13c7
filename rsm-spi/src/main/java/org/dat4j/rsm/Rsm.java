package org.dat4j.rsm;

import org.dat4j.rsm.spi.PollWait;

/**
 * The functions of the RSM contract that belong to no object, such as getting a controller; they
 * use the default registry of this process. A program that wants its own settings or class loader
 * makes an {@link RsmRegistry}.
 */
public final class Rsm {

  private Rsm() {}

  /** The registry; created by the first call and kept once it has a provider. */
  private static final class Default {
    private static RsmRegistry kept;

    static synchronized RsmRegistry get() {
      RsmRegistry registry = kept;
      if (registry == null) {
        registry = RsmRegistry.builder().build();
        kept = registry.isEmpty() ? null : registry;
      }
      return registry;
    }
  }

  /**
   * Returns the registry made from the settings of this process when it was first asked for. It has
   * the providers of the asking thread's context class loader and of the loader of this class.
   *
   * @return always the same object, unless no provider was found: then the next call searches again
   */
  public static RsmRegistry registry() {
    return Default.get();
  }

  /**
   * Gets a counted handle of a controller.
   *
   * @param name type and unit, such as {@code shm0}; null or {@code loopback} with any unit number
   *     is the loopback controller
   * @return the controller, the same object for the same name while it is held
   * @throws RsmException RSMERR_CTLR_NOT_PRESENT with every candidate and why it was refused;
   *     RSMERR_BAD_LIBRARY_VERSION
   */
  @ManPage("rsm_get_controller")
  public static RsmController getController(String name) {
    return registry().getController(name);
  }

  /**
   * Takes a snapshot of the interconnect.
   *
   * @return independent of all others
   */
  @ManPage("rsm_get_interconnect_topology")
  public static InterconnectTopology getInterconnectTopology() {
    return registry().getInterconnectTopology();
  }

  /**
   * Gives a snapshot back, which has no effect: the garbage collector does it.
   *
   * @param topology a snapshot or null
   */
  @ManPage("rsm_free_interconnect_topology")
  public static void freeInterconnectTopology(InterconnectTopology topology) {
    // Exists so that each function of the contract has a method.
  }

  /**
   * Looks up the segment ids reserved for an application.
   *
   * @param appId name of the application, without regard to case
   * @return its range
   * @throws RsmException RSMERR_BAD_ADDR (null), RSMERR_BAD_CONF (no file, or a malformed line
   *     before the entry), RSMERR_BAD_APPID (no entry)
   */
  @ManPage("rsm_get_segmentid_range")
  public static SegmentIdRange getSegmentIdRange(String appId) {
    return registry().getSegmentIdRange(appId);
  }

  /**
   * Waits for signals of several segments and for channels. Takes one signal of each segment that
   * has one. Entries with something found get it as revents, all others 0. Allocates only if a
   * channel is among the entries. The wait does not end when an import is aborted: {@link
   * #awaitPollfdOrAborted} does.
   *
   * @param fds entries, bound by {@link RsmSegment#getPollfd} or made for a channel; an entry whose
   *     segment no longer holds a reference counts with POLLNVAL
   * @param count number of entries to use
   * @param timeoutMillis 0 polls, -1 waits without limit, and so does any other negative number
   * @param found element 0 is set to the number of entries with revents; may be null
   * @return RSM_SUCCESS, RSMERR_TIMEOUT, or RSMERR_INTERRUPTED with the thread's flag still set and
   *     no signal taken
   * @throws RsmException RSMERR_BAD_ADDR (no array or an entry is null), RSMERR_BAD_ARGS_ERRORS (an
   *     impossible count, a channel in blocking mode)
   */
  @ManPage("rsm_intr_signal_wait_pollfd")
  public static int awaitPollfd(PollFd[] fds, int count, int timeoutMillis, int[] found) {
    return PollWait.await(fds, count, timeoutMillis, found);
  }

  /**
   * Waits as {@link #awaitPollfd} does, but also ends when one of the imports is aborted, because
   * its exporter has withdrawn the segment or has died. Entries of such imports get {@link
   * PollFd#POLLHUP} as revents unless they have a signal, at every call until they are left out.
   * Not part of the contract of C.
   *
   * @param fds entries, as there
   * @param count number of entries to use
   * @param timeoutMillis 0 polls, -1 waits without limit, and so does any other negative number
   * @param found element 0 is set to the number of entries with revents; may be null
   * @return as there, and RSMERR_CONN_ABORTED where imports are aborted and no entry has anything
   *     else
   * @throws RsmException as there, and RSMERR_UNSUPPORTED_OPERATION for an import whose controller
   *     does not report aborts ({@link Hosting#notices})
   */
  public static int awaitPollfdOrAborted(PollFd[] fds, int count, int timeoutMillis, int[] found) {
    return PollWait.awaitOrAborted(fds, count, timeoutMillis, found);
  }
}
