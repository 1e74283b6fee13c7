package org.dat4j.rsm.shm;

import static org.dat4j.rsm.shm.Nodes.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmReturn;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests of calls while a stopped process holds the lock of a registry in shared memory. */
@ExtendWith(NeedsSharedMemory.class)
class StoppedHolderTest {
  private static final int ID = 0x600000;
  private static final int FAR = 3;
  private static final int SOON_SECONDS = 30;

  private Nodes nodes;
  private int holder = -1;

  @BeforeEach
  void open() {
    nodes = new Nodes();
  }

  @AfterEach
  void close() {
    letGo();
    if (nodes != null) {
      nodes.close();
    }
  }

  /** Takes the lock as another process would: the system tells open files apart, not processes. */
  private void hold(int node) {
    holder = LibC.shm_open("/rsm." + nodes.domain + "." + node, LibC.O_RDWR, 0);
    assertTrue(holder >= 0, "the registry is there");
    assertEquals(0, LibC.flock(holder, LibC.LOCK_EX));
  }

  private void letGo() {
    if (holder >= 0) {
      LibC.flock(holder, LibC.LOCK_UN);
      LibC.close(holder);
      holder = -1;
    }
  }

  /**
   * Makes a call on a thread of its own; returns its code, plus 1000 if the interrupt flag is set
   * then.
   */
  private static FutureTask<Integer> started(Runnable call) {
    FutureTask<Integer> task =
        new FutureTask<>(
            () -> {
              int code = RsmReturn.SUCCESS;
              try {
                call.run();
              } catch (RsmException e) {
                code = e.code();
              }
              return code + (Thread.interrupted() ? 1000 : 0);
            });
    return task;
  }

  private static int interrupted(FutureTask<Integer> task) throws Exception {
    Thread thread = new Thread(task);
    thread.start();
    Nodes.within(30_000, "a wait", () -> thread.getState() == Thread.State.TIMED_WAITING);
    thread.interrupt();
    return task.get(SOON_SECONDS, TimeUnit.SECONDS);
  }

  @Test
  void aConnectIsInterruptedAndKeepsTheFlag() throws Exception {
    nodes.publish(nodes.one.allocate(Nodes.PAGE), ID);
    hold(1);
    FutureTask<Integer> connect =
        started(() -> nodes.two.connectImportSegment(1, ID, Permission.READ));
    assertEquals(1000 + RsmReturn.INTERRUPTED, interrupted(connect));
    letGo();
    nodes.connect(nodes.two, ID, Permission.READ);
  }

  @Test
  void aConnectToANodeThatIsNotYetOpenIsInterrupted() throws Exception {
    try (var far = nodes.registry(FAR).getController("shm0")) {
      assertEquals("shm0", far.name());
      hold(FAR);
      FutureTask<Integer> connect =
          started(() -> nodes.two.connectImportSegment(FAR, ID, Permission.READ));
      assertEquals(1000 + RsmReturn.INTERRUPTED, interrupted(connect));
      letGo();
      refused(
          RsmReturn.SEG_NOT_PUBLISHED,
          () -> nodes.two.connectImportSegment(FAR, ID, Permission.READ));
    }
  }

  @Test
  void connectIsRefusedInTimeAndBlocksNobody() throws Exception {
    nodes.publish(nodes.one.allocate(Nodes.PAGE), ID);
    hold(1);
    long start = System.nanoTime();
    RsmException e =
        assertThrows(
            RsmException.class, () -> nodes.two.connectImportSegment(1, ID, Permission.READ));
    long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
    assertEquals(RsmReturn.INSUFFICIENT_RESOURCES, e.code());
    assertTrue(e.getMessage().contains("stopped"), e.getMessage());
    assertTrue(seconds < SOON_SECONDS, seconds + " s");
    // Another node is not concerned.
    nodes.registry(FAR).getController("shm0").release();
  }

  @Test
  void jvmExitIsNotBlocked() throws Exception {
    Victim child = nodes.victim("export");
    child.awaitReady();
    hold(1);
    child.exit();
    letGo();
    assertTrue(nodes.names().stream().noneMatch(n -> n.contains(".d.")), "it left no data behind");
  }
}
