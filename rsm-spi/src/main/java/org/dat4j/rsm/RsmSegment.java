package org.dat4j.rsm;

/**
 * The common part of RSM export and import segments: posting signals and waiting for them. Each
 * segment counts the signals posted to it; a wait takes one. Posting does not signal the poster's
 * own segment.
 */
public interface RsmSegment extends AutoCloseable {

  /**
   * Posts a signal: through an import to the exporter, through an export to every import connected
   * to it. Data that was put before is visible to each receiver of the signal. Through an export
   * without importers, published or not, the signal is lost.
   *
   * @param flags {@link SignalFlags#NO_ACCUMULATE} drops the signal where one is pending
   * @return RSM_SUCCESS, RSMERR_CONN_ABORTED, RSMERR_REMOTE_NODE_UNREACHABLE
   * @throws RsmException RSMERR_BAD_SEG_HNDL
   */
  @ManPage("rsm_intr_signal_post")
  int post(int flags);

  /**
   * Takes one signal, waiting for it if need be. Pending signals of an aborted import can be taken.
   * The wait does not end when the import is aborted: {@link ImportSegment#awaitOrAborted} does.
   *
   * @param timeoutMillis 0 polls, -1 waits without limit, and so does any other negative number
   * @return RSM_SUCCESS, RSMERR_TIMEOUT, or RSMERR_INTERRUPTED with the thread's flag still set
   * @throws RsmException RSMERR_BAD_SEG_HNDL, also when the segment ends during the wait
   */
  @ManPage("rsm_intr_signal_wait")
  int await(int timeoutMillis);

  /**
   * Fills an entry for {@link Rsm#awaitPollfd} and counts one reference. While references are held
   * this segment cannot be destroyed, unpublished, unmapped or disconnected.
   *
   * @param fd entry whose descriptor and events are set; revents stays
   * @throws RsmException RSMERR_BAD_SEG_HNDL (also an export that is not published),
   *     RSMERR_BAD_ADDR (null)
   */
  @ManPage("rsm_memseg_get_pollfd")
  void getPollfd(PollFd fd);

  /**
   * Gives back one reference; without effect if none is held.
   *
   * @throws RsmException RSMERR_BAD_SEG_HNDL
   */
  @ManPage("rsm_memseg_release_pollfd")
  void releasePollfd();

  /** Ends the segment even if poll references are held; has no effect if it has ended. */
  @Override
  void close();
}
