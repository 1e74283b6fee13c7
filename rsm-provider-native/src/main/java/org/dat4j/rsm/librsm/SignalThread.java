package org.dat4j.rsm.librsm;

import java.util.LinkedHashMap;
import java.util.Map;
import org.dat4j.rsm.PollFd;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.librsm.StructLayouts.PollfdT;

/**
 * A service thread that waits in librsm for the signals of all polled segments of a process. It
 * runs while there are some.
 */
final class SignalThread {
  static final SignalThread SHARED = new SignalThread();

  private static final StructField FOUND = new StructField(0, Integer.BYTES);
  private static final int PAUSE_MILLIS = 50;

  private final Map<Integer, LibrarySignals> watched = new LinkedHashMap<>();
  private final NativeBlock bytes = new NativeBlock(64);
  private int[] pipe;
  private Thread thread;
  private long changes;
  private long seen;

  private SignalThread() {}

  synchronized void add(int fd, LibrarySignals signals) {
    if (pipe == null) {
      pipe = SystemCalls.openPipe();
    }
    watched.put(fd, signals);
    changes++;
    if (thread == null) {
      thread = new Thread(this::run, "dat4j-librsm-signals");
      thread.setDaemon(true);
      thread.start();
    } else {
      SystemCalls.ring(pipe[1], bytes);
    }
  }

  /** Removes a descriptor; on return the thread no longer uses it. */
  synchronized void remove(int fd) {
    watched.remove(fd);
    long mine = ++changes;
    SystemCalls.ring(pipe[1], bytes);
    boolean interrupted = false;
    while (seen < mine && thread != null) {
      try {
        wait();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    NativeBlock found = new NativeBlock(Integer.BYTES);
    NativeBlock drained = new NativeBlock(64);
    while (true) {
      LibrarySignals[] signals;
      NativeBlock entries;
      synchronized (this) {
        seen = changes;
        notifyAll();
        if (watched.isEmpty()) {
          thread = null;
          return;
        }
        signals = watched.values().toArray(new LibrarySignals[0]);
        entries = new NativeBlock(PollfdT.SIZE * (1 + signals.length));
        entry(entries, 0, pipe[0], PollFd.POLLIN);
        int index = 1;
        for (int fd : watched.keySet()) {
          entry(entries, index++, fd, PollFd.POLLRDNORM);
        }
      }
      found.setInt(0, FOUND, 0);
      int code =
          LibRsm.rsm_intr_signal_wait_pollfd(
              entries.address, 1 + signals.length, -1, found.address);
      SystemCalls.drain(pipe[0], drained);
      for (int i = 0; i < signals.length; i++) {
        short events = entries.getShort(PollfdT.SIZE * (1 + i), PollfdT.REVENTS);
        if (code == RsmReturn.SUCCESS && events == PollFd.POLLRDNORM) {
          signals[i].arrived();
        } else if (events != 0) {
          forget(signals[i]);
        }
      }
      if (code != RsmReturn.SUCCESS && code != RsmReturn.TIMEOUT && code != RsmReturn.INTERRUPTED) {
        pause();
      }
    }
  }

  private static void entry(NativeBlock entries, int index, int fd, int events) {
    int base = PollfdT.SIZE * index;
    entries.setInt(base, PollfdT.FD, fd);
    entries.setShort(base, PollfdT.EVENTS, events);
  }

  /** Stops watching a descriptor that reports a fault, which would end every wait at once. */
  private synchronized void forget(LibrarySignals signals) {
    watched.values().remove(signals);
  }

  /** Waits a moment before the library is called again, because it lacks a resource. */
  private synchronized void pause() {
    try {
      wait(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      // No caller has a reason to interrupt this thread, so it continues.
    }
  }
}
