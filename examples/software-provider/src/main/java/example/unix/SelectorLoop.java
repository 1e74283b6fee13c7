package example.unix;

import java.io.IOException;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.Channel;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The one thread of an adapter over Unix sockets: waits in a selector and runs the handlers of
 * ready sockets.
 */
final class SelectorLoop implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(SelectorLoop.class.getName());

  /** The owner of a socket, called by the loop's thread. */
  interface Handler {

    /** Does what the socket is ready for, as {@link SelectionKey#readyOps} says. */
    void ready(SelectionKey key) throws IOException;

    /** Gives the socket up: {@link #ready} has thrown this. */
    void failed(Throwable cause);
  }

  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private final Selector selector;
  private final Thread thread;
  private volatile boolean closed;

  SelectorLoop(String name) throws IOException {
    selector = Selector.open();
    try {
      thread = new Thread(this::run, name);
      thread.setDaemon(true);
      thread.start();
    } catch (RuntimeException | Error e) {
      selector.close();
      throw e;
    }
  }

  /**
   * Registers a socket; its handler is called from now on.
   *
   * @throws IOException if the adapter is being closed; the caller closes the socket then
   */
  void register(SelectableChannel channel, int ops, Handler handler) throws IOException {
    channel.configureBlocking(false);
    try {
      channel.register(selector, ops, handler);
      selector.wakeup();
    } catch (ClosedSelectorException e) {
      throw new IOException("the adapter is being closed", e);
    }
    // The loop may have looked at the keys before.
    if (closed) {
      throw new IOException("the adapter is being closed");
    }
  }

  /** Waits for an operation of a socket from now on, or no longer. */
  void setInterest(SelectionKey key, int op, boolean now) {
    try {
      if (now) {
        key.interestOpsOr(op);
      } else {
        key.interestOpsAnd(~op);
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
      LOG.log(System.Logger.Level.WARNING, "a socket was not closed", e);
    }
    selector.wakeup();
  }

  /** Lets the thread do something outside of all handlers; at the latest when the loop ends. */
  void later(Runnable task) {
    tasks.add(task);
    selector.wakeup();
  }

  private void runTasks() {
    for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
      task.run();
    }
  }

  private void run() {
    try (selector) {
      while (!closed) {
        selector.select(this::dispatch);
        runTasks();
      }
      runTasks();
      for (SelectionKey key : selector.keys()) {
        close(key.channel());
      }
    } catch (IOException e) {
      LOG.log(System.Logger.Level.ERROR, "the loop ends: no socket is read any longer", e);
    }
  }

  private void dispatch(SelectionKey key) {
    Handler handler = (Handler) key.attachment();
    try {
      handler.ready(key);
    } catch (CancelledKeyException | ClosedChannelException e) {
      // Another thread has closed the socket meanwhile.
    } catch (IOException | RuntimeException | Error e) {
      close(key.channel());
      handler.failed(e);
    }
  }

  /** Ends the thread, and closes the sockets that are left. */
  @Override
  public void close() {
    closed = true;
    selector.wakeup();
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
