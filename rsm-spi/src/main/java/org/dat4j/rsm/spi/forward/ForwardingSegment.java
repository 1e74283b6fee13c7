package org.dat4j.rsm.spi.forward;

import org.dat4j.rsm.PollFd;
import org.dat4j.rsm.RsmSegment;

/**
 * The base of the wrappers of RSM export and import segments: passes on the calls that both have,
 * such as those for signals.
 *
 * @param <T> the interface of the segment
 */
public abstract class ForwardingSegment<T extends RsmSegment> extends ForwardingObject<T>
    implements RsmSegment {

  /**
   * Makes a wrapper; for the two subclasses.
   *
   * @param forwarding the layer it belongs to
   * @param kind the interface of the segment
   * @param target the provider's object
   */
  ForwardingSegment(Forwarding forwarding, Class<T> kind, T target) {
    super(forwarding, kind, target);
  }

  @Override
  public int post(int flags) {
    return delegate().post(flags);
  }

  @Override
  public int await(int timeoutMillis) {
    return delegate().await(timeoutMillis);
  }

  @Override
  public void getPollfd(PollFd fd) {
    delegate().getPollfd(fd);
  }

  @Override
  public void releasePollfd() {
    delegate().releasePollfd();
  }

  @Override
  public void close() {
    delegate().close();
  }
}
