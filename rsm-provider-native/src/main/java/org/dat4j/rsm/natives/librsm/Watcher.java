package org.dat4j.rsm.natives.librsm;

import java.util.LinkedHashMap;
import java.util.Map;
import org.dat4j.rsm.PollFd;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.natives.librsm.Layouts.PollfdT;

/**
 * Waits in the library for the signals of all segments that are polled, on one thread that exists
 * as long as there are some.
 */
final class Watcher {
  static final Watcher SHARED = new Watcher();

  private static final Field FOUND = new Field(0, Integer.BYTES);
  private static final int PAUSE_MILLIS = 50;

  private final Map<Integer, Signals> watched = new LinkedHashMap<>();
  private final Block octets = new Block(64);
  private int[] pipe;
  private Thread thread;
  private long changes;
  private long seen;

  private Watcher() {}

  synchronized void add(int fd, Signals signals) {
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
      SystemCalls.ring(pipe[1], octets);
    }
  }

  /** On return the thread does not use the descriptor any more. */
  synchronized void remove(int fd) {
    watched.remove(fd);
    long mine = ++changes;
    SystemCalls.ring(pipe[1], octets);
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
    Block found = new Block(Integer.BYTES);
    Block drained = new Block(64);
    while (true) {
      Signals[] signals;
      Block entries;
      synchronized (this) {
        seen = changes;
        notifyAll();
        if (watched.isEmpty()) {
          thread = null;
          return;
        }
        signals = watched.values().toArray(new Signals[0]);
        entries = new Block(PollfdT.SIZE * (1 + signals.length));
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

  private static void entry(Block entries, int index, int fd, int events) {
    int base = PollfdT.SIZE * index;
    entries.setInt(base, PollfdT.FD, fd);
    entries.setShort(base, PollfdT.EVENTS, events);
  }

  /** A descriptor that reports a fault would end every wait at once. */
  private synchronized void forget(Signals signals) {
    watched.values().remove(signals);
  }

  /** The library lacks something: it is not asked again at once. */
  private synchronized void pause() {
    try {
      wait(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      // Nobody has a reason to interrupt this thread: it goes on.
    }
  }
}
