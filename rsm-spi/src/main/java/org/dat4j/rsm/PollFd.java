package org.dat4j.rsm;

import java.nio.channels.SelectableChannel;

/**
 * One entry of a wait for signals of several RSM segments and for channels ({@code struct pollfd}),
 * owned and reused by the caller. An entry is bound to a segment by {@link RsmSegment#getPollfd},
 * or made for a channel, which stands for an ordinary descriptor. For one thread at a time.
 */
public final class PollFd {
  /** {@code POLLIN}: readable. */
  public static final short POLLIN = 0x01;

  /** {@code POLLOUT}: writable. */
  public static final short POLLOUT = 0x04;

  /** {@code POLLHUP}: the import is aborted; of {@link Rsm#awaitPollfdOrAborted} only. */
  public static final short POLLHUP = 0x10;

  /** {@code POLLNVAL}: the descriptor is not open. */
  public static final short POLLNVAL = 0x20;

  /** {@code POLLRDNORM}: readable; the one event of segments. */
  public static final short POLLRDNORM = 0x40;

  private final SelectableChannel channel;
  private RsmSegment segment;
  private int fd = -1;
  private short events;
  private short revents;

  /** Makes an entry for {@link RsmSegment#getPollfd}. */
  public PollFd() {
    this.channel = null;
  }

  /**
   * Makes an entry for a channel.
   *
   * @param channel a channel in non-blocking mode
   * @param events {@link #POLLIN}, {@link #POLLRDNORM} and {@link #POLLOUT}
   */
  public PollFd(SelectableChannel channel, int events) {
    this.channel = channel;
    this.events = (short) events;
  }

  /**
   * Binds this entry to a segment; only providers call it.
   *
   * @param owner the segment
   * @param descriptor number that stands for it
   */
  public void bind(RsmSegment owner, int descriptor) {
    segment = owner;
    fd = descriptor;
    events = POLLRDNORM;
  }

  /**
   * Returns the segment.
   *
   * @return the segment that bound this entry, or null
   */
  public RsmSegment segment() {
    return segment;
  }

  /**
   * Returns the channel.
   *
   * @return the channel this entry was made for, or null
   */
  public SelectableChannel channel() {
    return channel;
  }

  /**
   * Returns the number that stands for the segment: the same for all entries of one segment.
   *
   * @return a number from 0, or -1 if not bound
   */
  public int fd() {
    return fd;
  }

  /**
   * Returns the events that are waited for.
   *
   * @return bits of this class
   */
  public short events() {
    return events;
  }

  /**
   * Returns the events that the last wait found.
   *
   * @return bits of this class, 0 if nothing
   */
  public short revents() {
    return revents;
  }

  /**
   * Sets the events that a wait found.
   *
   * @param value bits of this class
   */
  public void setRevents(int value) {
    revents = (short) value;
  }
}
