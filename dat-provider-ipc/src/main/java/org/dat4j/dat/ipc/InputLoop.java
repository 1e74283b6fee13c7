package org.dat4j.dat.ipc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.Channel;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.dat4j.dat.spi.FieldHandles;
import org.dat4j.dat.spi.software.Waiter;

/**
 * The progress engine of an ipc adapter: polls its rings and sockets or waits for them, in program
 * threads or else in its own thread.
 *
 * <p>A thread that polls looks at the rings of all links, and from time to time at the sockets. A
 * thread that has to block tells the peers that this adapter sleeps, looks once more, and waits for
 * the sockets: the program's own thread where it can, else the loop. The loop steps in when a
 * period has passed in which nobody has polled or waited, and leaves when a thread waits again.
 */
final class InputLoop implements AutoCloseable {

  /** The owner of a socket, called by the thread that has locked the selector. */
  interface Handler {

    /** Does what the socket is ready for, as {@link SelectionKey#readyOps} says. */
    void ready(SelectionKey key) throws IOException;

    /** Gives the socket up: {@link #ready} has thrown this. */
    void failed(Throwable cause);
  }

  private static final System.Logger LOG = System.getLogger(InputLoop.class.getName());
  private static final Waiter NEVER = () -> false;

  private static final long PERIOD_MILLIS = 1;

  /** Nanoseconds after which the loop takes over from a thread that no longer polls. */
  private static final long PERIOD = TimeUnit.MILLISECONDS.toNanos(PERIOD_MILLIS);

  /** Periods after which the loop sleeps while the same wait of another thread goes on. */
  private static final int IDLE_PERIODS = 3;

  /** Polls without input between two looks at the sockets. */
  private static final int POLLS_PER_SELECT = 1024;

  private static final long CLOSE_MILLIS = 2000;
  private static final Link[] NO_LINKS = {};

  private static final VarHandle LOCKED =
      FieldHandles.find(MethodHandles.lookup(), InputLoop.class, "locked", boolean.class);
  private static final VarHandle POLLS =
      FieldHandles.find(MethodHandles.lookup(), InputLoop.class, "polls", long.class);

  private final String name;
  private final Selector selector;
  private final Thread thread;
  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();

  /** Keys that a select has found ready; used by the thread that has locked the selector. */
  private final List<SelectionKey> ready = new ArrayList<>();

  /** Kept, as each select would make another one. */
  private final Consumer<SelectionKey> found = ready::add;

  private volatile Link[] links = NO_LINKS;

  /** Whether a thread has locked the selector. */
  private volatile boolean locked;

  /** The thread that waits for the sockets, or is about to; else null. */
  private volatile Thread selecting;

  /** A waiting thread that wants the selector, which the loop or a poll has locked; else null. */
  private volatile Thread successor;

  /** Counts polls; a lost count does no harm. */
  private long polls;

  /** Counts polls without input; a lost count does no harm. */
  private int idlePolls;

  /** Counts the program's waits for the sockets; written by the thread that locked the selector. */
  private volatile int waits;

  /** Whether the loop sleeps until the wait of another thread is over. */
  private volatile boolean isResting;

  private volatile boolean closing;

  InputLoop(String name) throws IOException {
    this.name = name;
    thread = new Thread(this::run, name);
    thread.setDaemon(true);
    // Last: if something fails before, no descriptor is lost.
    selector = Selector.open();
  }

  /** Starts the thread. */
  void start() {
    thread.start();
  }

  // --- sockets and links

  /**
   * Registers a socket; its handler is called from now on.
   *
   * @throws IOException if the adapter is being closed; the caller closes the socket then
   */
  SelectionKey register(SelectableChannel channel, int ops, Handler handler) throws IOException {
    channel.configureBlocking(false);
    try {
      SelectionKey key = channel.register(selector, ops, handler);
      selector.wakeup();
      if (!closing) {
        return key;
      }
    } catch (ClosedSelectorException e) {
      // As below.
    }
    // The close may have looked at the keys before.
    throw new IOException("the adapter is being closed");
  }

  /** Waits for output of a socket from now on, or no longer. */
  void setWriting(SelectionKey key, boolean now) {
    try {
      if (now) {
        key.interestOpsOr(SelectionKey.OP_WRITE);
      } else {
        key.interestOpsAnd(~SelectionKey.OP_WRITE);
      }
      selector.wakeup();
    } catch (CancelledKeyException e) {
      // Another thread has closed the socket meanwhile.
    }
  }

  /** Closes a socket. The wake-up makes the selector let go of it at once. */
  void close(Channel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      LOG.log(System.Logger.Level.WARNING, name + ": a socket was not closed", e);
    }
    selector.wakeup();
  }

  /** Looks at the rings of a link from now on. */
  synchronized void add(Link link) {
    Link[] more = new Link[links.length + 1];
    System.arraycopy(links, 0, more, 0, links.length);
    more[links.length] = link;
    links = more;
    selector.wakeup();
  }

  /** Looks at the rings of a link no longer. */
  synchronized void remove(Link link) {
    List<Link> left = new ArrayList<>(List.of(links));
    left.remove(link);
    links = left.toArray(NO_LINKS);
  }

  /** Has the loop do something soon, holding no turn. */
  void later(Runnable task) {
    tasks.add(task);
    LockSupport.unpark(thread);
    selector.wakeup();
  }

  // --- polls and waits

  /** Moves input along without blocking; says how much was done. */
  int poll() {
    POLLS.setOpaque(this, polls + 1);
    int done = pollLinks();
    if (done == 0 && ++idlePolls >= POLLS_PER_SELECT) {
      idlePolls = 0;
      done = pollSockets();
    }
    return done;
  }

  private int pollLinks() {
    int done = 0;
    for (Link link : links) {
      done += link.poll();
    }
    return done;
  }

  /** Handles what has come through the sockets, unless another thread waits for them. */
  private int pollSockets() {
    if (!tryLock()) {
      return 0;
    }
    try {
      selector.selectNow(found);
      return dispatch();
    } catch (ClosedSelectorException e) {
      // Another thread has closed the adapter meanwhile.
      return 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      unlock();
    }
  }

  /**
   * Blocks the calling thread until input, a wake-up or a time limit. It may return earlier, so
   * that the thread calls it again and waits for the sockets itself.
   */
  void await(Waiter waiter, long nanos) {
    Thread caller = Thread.currentThread();
    if (!tryLock() && !requestSelector(caller)) {
      LockSupport.parkNanos(waiter, nanos);
      return;
    }
    try {
      if (!caller.isInterrupted()) {
        waits++;
        sleep(caller, waiter, Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos)));
      }
    } finally {
      unlock();
      // Also after an Error of a connection's work: nobody else would move input along.
      if (isResting) {
        LockSupport.unpark(thread);
      }
    }
  }

  /** Ends the wait of a thread, or its next one. */
  void wakeup(Thread waiting) {
    if (waiting == Thread.currentThread()) {
      return;
    }
    LockSupport.unpark(waiting);
    if (selecting == waiting) {
      selector.wakeup();
    }
  }

  /** Ends the sleep of the thread that waits for the sockets; after a doorbell of this side. */
  void wakeSleeper() {
    if (selecting != null) {
      selector.wakeup();
    }
  }

  /**
   * Waits for the sockets, having told the peers so; by the thread that has locked the selector.
   */
  private void sleep(Thread caller, Waiter waiter, long millis) {
    selecting = caller;
    setSleeping(true);
    VarHandle.fullFence();
    try {
      boolean isToLeave = caller == thread && successor != null;
      if (pollLinks() == 0 && !closing && !isToLeave && !waiter.ready()) {
        selector.select(found, millis);
      }
    } catch (ClosedSelectorException e) {
      // Another thread has closed the adapter meanwhile.
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      selecting = null;
      setSleeping(false);
    }
    dispatch();
    pollLinks();
  }

  private void setSleeping(boolean sleeping) {
    for (Link link : links) {
      link.setSleeping(sleeping);
    }
  }

  private boolean tryLock() {
    return !locked && LOCKED.compareAndSet(this, false, true);
  }

  /**
   * Unlocks the selector, and ends the wait of the thread that wants it.
   *
   * @return whether there was such a thread
   */
  private boolean unlock() {
    locked = false;
    Thread next = successor;
    if (next == null) {
      return false;
    }
    successor = null;
    LockSupport.unpark(next);
    return true;
  }

  /**
   * Asks the loop or a poll for the selector: with the program's thread at the sockets, input needs
   * one change of threads less. A wait of another program thread keeps the selector.
   *
   * @return whether the selector is locked for the caller at once
   */
  private boolean requestSelector(Thread caller) {
    Thread holder = selecting;
    if (holder != null && holder != thread) {
      return false;
    }
    successor = caller;
    if (tryLock()) {
      successor = null;
      return true;
    }
    // A loop that is not yet there looks at the successor before it selects.
    if (selecting == thread) {
      selector.wakeup();
    }
    return false;
  }

  private int dispatch() {
    int done = ready.size();
    for (int i = 0; i < done; i++) {
      SelectionKey key = ready.get(i);
      Handler handler = (Handler) key.attachment();
      try {
        handler.ready(key);
      } catch (CancelledKeyException e) {
        // Another thread has closed the socket meanwhile.
        continue;
      } catch (IOException | RuntimeException | Error e) {
        handler.failed(e);
      }
    }
    ready.clear();
    return done;
  }

  // --- the loop

  private void run() {
    long seen = -1;
    int wait = 0;
    int idle = 0;
    while (!closing) {
      try {
        // Nobody has a reason to interrupt this thread; a set flag would keep it from sleeping.
        Thread.interrupted();
        runTasks();
        long now = (long) POLLS.getOpaque(this) + waits;
        if (selecting != null) {
          idle = waits == wait ? idle + 1 : 0;
          wait = waits;
          rest(idle);
        } else if (now != seen) {
          pollSockets();
          LockSupport.parkNanos(this, PERIOD);
        } else if (tryLock()) {
          boolean isHandedOver;
          try {
            // A task that tries again later must not keep input waiting.
            sleep(thread, NEVER, tasks.isEmpty() ? 0 : PERIOD_MILLIS);
          } finally {
            isHandedOver = unlock();
          }
          if (isHandedOver) {
            // The thread needs a moment until it has locked the selector.
            LockSupport.parkNanos(this, PERIOD);
          }
        } else {
          LockSupport.parkNanos(this, PERIOD);
        }
        seen = now;
      } catch (RuntimeException | Error e) {
        recover(e);
      }
    }
  }

  /** Logs a failure, and lets the loop go on after a pause. */
  private void recover(Throwable failure) {
    try {
      LOG.log(System.Logger.Level.ERROR, name + ": the loop goes on after a fault", failure);
    } catch (RuntimeException | Error unsaid) {
      // There is no memory for a log line.
    }
    LockSupport.parkNanos(this, PERIOD);
  }

  /** Waits a period, or until the wait of another thread is over if that lasts. */
  private void rest(int idle) {
    if (idle < IDLE_PERIODS) {
      LockSupport.parkNanos(this, PERIOD);
      return;
    }
    isResting = true;
    if (selecting != null && tasks.isEmpty() && !closing) {
      LockSupport.park(this);
    }
    isResting = false;
  }

  private void runTasks() {
    // Those that are added meanwhile are for the next round.
    for (int left = tasks.size(); left > 0; left--) {
      Runnable task = tasks.poll();
      if (task != null) {
        task.run();
      }
    }
  }

  /** Ends the thread, and closes the sockets that are left. */
  @Override
  public void close() {
    closing = true;
    LockSupport.unpark(thread);
    selector.wakeup();
    boolean interrupted = false;
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(CLOSE_MILLIS);
    while (thread.isAlive() && System.nanoTime() - deadline < 0) {
      try {
        thread.join(CLOSE_MILLIS);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    try {
      for (SelectionKey key : selector.keys()) {
        close(key.channel());
      }
      selector.close();
    } catch (IOException e) {
      LOG.log(System.Logger.Level.WARNING, name + ": the selector was not closed", e);
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
