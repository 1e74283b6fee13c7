package org.dat4j.rsm.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.dat4j.childjvm.ChildJvm;

/** A JVM that runs {@link Child} until the test kills it, or until it is killed after a while. */
final class Victim implements AutoCloseable {
  private static final long LOCK_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final String domain;
  private final ChildJvm jvm;

  Victim(String domain, String role) throws IOException {
    this.domain = domain;
    jvm = new ChildJvm(List.of(), List.of("-XX:TieredStopAtLevel=1"), Child.class, domain, role);
  }

  /** Waits until it does what it is for. */
  void awaitReady() throws IOException {
    assertEquals("ready", jvm.line());
  }

  long pid() {
    return jvm.pid();
  }

  /** Kills the process with SIGKILL and waits until it has ended. */
  void kill() throws IOException {
    jvm.kill();
    jvm.awaitEnd();
  }

  /** Has it exit, with its exit hooks. */
  void exit() throws IOException {
    // Process.destroy would close its input, too, at which it halts.
    jvm.signal("TERM");
    jvm.awaitEnd();
  }

  /**
   * Stops it where it does not hold the lock of its node's registry: withdrawals wait for the lock
   * without a limit.
   */
  void stop() throws IOException {
    jvm.stop();
    while (isLocked()) {
      jvm.resume();
      jvm.stop();
    }
  }

  /** Lets it go on. */
  void resume() throws IOException {
    jvm.resume();
  }

  /** Tells whether the lock stays taken; the threads of this JVM take it only for a moment. */
  private boolean isLocked() {
    int fd = LibC.shm_open("/rsm." + domain + ".1", LibC.O_RDWR, 0);
    assertTrue(fd >= 0, "the registry is there");
    try {
      long end = System.nanoTime() + LOCK_NANOS;
      boolean taken;
      do {
        taken = LibC.flock(fd, LibC.LOCK_EX | LibC.LOCK_NB) == 0;
      } while (!taken && System.nanoTime() - end < 0);
      return !taken;
    } finally {
      LibC.flock(fd, LibC.LOCK_UN);
      LibC.close(fd);
    }
  }

  @Override
  public void close() {
    jvm.close();
  }
}
