package org.dat4j.rsm.spi;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.IllegalBlockingModeException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.dat4j.rsm.PollFd;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmReturn;

/**
 * The wait of one thread for signals of several RSM segments and for channels, as {@code
 * Rsm.awaitPollfd} needs it. One object per thread is reused.
 */
public final class PollWait {
  private static final ThreadLocal<PollWait> OF_THREAD = ThreadLocal.withInitial(PollWait::new);
  private static final String PLAIN = "Rsm.awaitPollfd";
  private static final String OR_ABORTED = "Rsm.awaitPollfdOrAborted";

  private final Thread thread = Thread.currentThread();
  private volatile boolean woken;
  private volatile Selector selector;

  /** Whether the wait that is under way ends at an abort. */
  private boolean aborts;

  /** Whether the last scan has found something else than aborts. */
  private boolean served;

  private PollWait() {}

  /**
   * Waits as {@link org.dat4j.rsm.Rsm#awaitPollfd} does.
   *
   * @param fds the entries
   * @param count number of entries to use
   * @param timeoutMillis 0 polls, -1 waits without limit, and so does any other negative number
   * @param found element 0 is the number of entries with revents; may be null
   * @return as there
   * @throws RsmException as there
   */
  public static int await(PollFd[] fds, int count, int timeoutMillis, int[] found) {
    return await(fds, count, timeoutMillis, found, false);
  }

  /**
   * Waits as {@link org.dat4j.rsm.Rsm#awaitPollfdOrAborted} does.
   *
   * @param fds the entries
   * @param count number of entries to use
   * @param timeoutMillis 0 polls, -1 waits without limit, and so does any other negative number
   * @param found element 0 is the number of entries with revents; may be null
   * @return as there
   * @throws RsmException as there
   */
  public static int awaitOrAborted(PollFd[] fds, int count, int timeoutMillis, int[] found) {
    return await(fds, count, timeoutMillis, found, true);
  }

  private static int await(
      PollFd[] fds, int count, int timeoutMillis, int[] found, boolean aborts) {
    boolean channels = check(aborts ? OR_ABORTED : PLAIN, fds, count, found);
    if (found != null) {
      found[0] = 0;
    }
    if (aborts) {
      checkNotices(fds, count);
    }
    PollWait wait = OF_THREAD.get();
    wait.aborts = aborts;
    int registered = 0;
    try {
      if (channels) {
        wait.openSelector(fds, count);
      }
      for (; registered < count; registered++) {
        if (fds[registered].segment() instanceof AbstractSegment segment) {
          segment.addWaiter(wait);
        }
      }
      return wait.run(fds, count, timeoutMillis, found);
    } finally {
      for (int i = 0; i < registered; i++) {
        if (fds[i].segment() instanceof AbstractSegment segment) {
          segment.removeWaiter(wait);
        }
      }
      wait.closeSelector();
    }
  }

  /** Refuses impossible arguments; tells whether there is a channel to select. */
  private static boolean check(String where, PollFd[] fds, int count, int[] found) {
    if (fds == null && count > 0) {
      throw Errors.address(where, "fds", null, "give an array of entries");
    }
    if (count < 0 || fds != null && count > fds.length) {
      throw Errors.of(
          RsmReturn.BAD_ARGS_ERRORS, where, "count", count, "give 0 to the length of the array");
    }
    if (found != null && found.length == 0) {
      throw Errors.address(where, "found.length", 0, "give an array with one element, or null");
    }
    boolean channels = false;
    for (int i = 0; i < count; i++) {
      if (fds[i] == null) {
        throw Errors.address(where, "fds[" + i + "]", null, "give an entry");
      }
      channels |= open(fds[i].channel());
    }
    return channels;
  }

  /** Refuses an import whose controller does not report aborts. */
  private static void checkNotices(PollFd[] fds, int count) {
    for (int i = 0; i < count; i++) {
      if (fds[i].segment() instanceof AbstractSegment segment) {
        segment.isAborted();
      }
    }
  }

  private static boolean open(SelectableChannel channel) {
    return channel != null && channel.isOpen();
  }

  private void openSelector(PollFd[] fds, int count) {
    try {
      selector = Selector.open();
      for (int i = 0; i < count; i++) {
        SelectableChannel channel = fds[i].channel();
        if (open(channel)) {
          register(channel, operations(channel, fds[i].events()));
        }
      }
    } catch (IllegalBlockingModeException e) {
      throw new RsmException(
          RsmReturn.BAD_ARGS_ERRORS,
          aborts ? OR_ABORTED : PLAIN,
          "channel",
          "blocking",
          "configureBlocking(false)",
          e);
    } catch (IOException e) {
      throw new UncheckedIOException("a selector cannot be opened", e);
    }
  }

  /** Adds operations to those for which other entries select the channel. */
  private void register(SelectableChannel channel, int operations) throws IOException {
    try {
      SelectionKey key = channel.keyFor(selector);
      channel.register(selector, key == null ? operations : operations | key.interestOps());
    } catch (ClosedChannelException | CancelledKeyException closed) {
      // Another thread has closed the channel, which the scan reports.
    }
  }

  private void closeSelector() {
    Selector open = selector;
    selector = null;
    if (open != null) {
      try {
        open.close();
      } catch (IOException e) {
        throw new UncheckedIOException("a selector cannot be closed", e);
      }
    }
  }

  private static int operations(SelectableChannel channel, int events) {
    int operations = 0;
    if ((events & (PollFd.POLLIN | PollFd.POLLRDNORM)) != 0) {
      operations |= SelectionKey.OP_READ | SelectionKey.OP_ACCEPT;
    }
    if ((events & PollFd.POLLOUT) != 0) {
      operations |= SelectionKey.OP_WRITE;
    }
    return operations & channel.validOps();
  }

  private int run(PollFd[] fds, int count, int timeoutMillis, int[] found) {
    long end =
        timeoutMillis < 0 ? 0 : System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
    while (true) {
      woken = false;
      if (thread.isInterrupted()) {
        return RsmReturn.INTERRUPTED;
      }
      int ready = scan(fds, count);
      if (ready > 0) {
        if (found != null) {
          found[0] = ready;
        }
        return served ? RsmReturn.SUCCESS : RsmReturn.CONN_ABORTED;
      }
      long left = timeoutMillis < 0 ? Long.MAX_VALUE : end - System.nanoTime();
      if (left <= 0) {
        return RsmReturn.TIMEOUT;
      }
      block(left);
    }
  }

  private int scan(PollFd[] fds, int count) {
    if (selector != null) {
      select(-1);
    }
    int ready = 0;
    served = false;
    for (int i = 0; i < count; i++) {
      int events = found(fds[i]);
      fds[i].setRevents(events);
      ready += events == 0 ? 0 : 1;
      served |= (events & ~PollFd.POLLHUP) != 0;
    }
    return ready;
  }

  private int found(PollFd fd) {
    if (fd.segment() instanceof AbstractSegment segment) {
      if (!segment.polled()) {
        return PollFd.POLLNVAL;
      }
      if (segment.take()) {
        return PollFd.POLLRDNORM;
      }
      // A signal may have come before the abort and after the check for one.
      return !aborts || !segment.isAborted()
          ? 0
          : segment.take() ? PollFd.POLLRDNORM : PollFd.POLLHUP;
    }
    SelectableChannel channel = fd.channel();
    SelectionKey key = open(channel) && selector != null ? channel.keyFor(selector) : null;
    if (key == null) {
      return PollFd.POLLNVAL;
    }
    try {
      int events = 0;
      if ((key.readyOps() & (SelectionKey.OP_READ | SelectionKey.OP_ACCEPT)) != 0) {
        events |= fd.events() & (PollFd.POLLIN | PollFd.POLLRDNORM);
      }
      if ((key.readyOps() & SelectionKey.OP_WRITE) != 0) {
        events |= fd.events() & PollFd.POLLOUT;
      }
      return events;
    } catch (CancelledKeyException e) {
      return PollFd.POLLNVAL;
    }
  }

  private void block(long nanos) {
    if (selector != null) {
      // A wake between the scan and this select makes the select return at once.
      select(Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos)));
    } else if (!woken) {
      LockSupport.parkNanos(this, nanos);
    }
  }

  /** Selects for some milliseconds, or without waiting if negative. */
  private void select(long millis) {
    try {
      selector.selectedKeys().clear();
      if (millis < 0) {
        selector.selectNow();
      } else if (!woken) {
        selector.select(millis);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("channels cannot be waited for", e);
    }
  }

  /**
   * Makes the wait scan its entries again, because a signal may have arrived. Any thread may call
   * it.
   */
  void wake() {
    woken = true;
    Selector open = selector;
    if (open != null) {
      open.wakeup();
    } else {
      LockSupport.unpark(thread);
    }
  }
}
