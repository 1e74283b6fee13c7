package org.dat4j.dat.spi.software;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.dat4j.dat.Cno;
import org.dat4j.dat.CnoTrigger;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.junit.jupiter.api.Test;

/**
 * A wait that blocks at once finds its input there, and so saves a look; every other wait polls.
 */
class LookBeforeBlockingTest {
  private static final long LONG_MICROS = 20_000_000;
  private static final long SHORT_MICROS = 999;

  /** A transport whose input comes where a wait blocks, and at the second poll. */
  private static final class Noting extends StubFabric {
    private final long spinNanos;
    private final List<String> calls = new ArrayList<>();
    private Runnable input = () -> {};

    /** Whether it lets others run; null where it does not. */
    private Runnable others;

    Noting(long spinNanos) {
      this.spinNanos = spinNanos;
    }

    private void comes() {
      Runnable now = input;
      input = () -> {};
      now.run();
    }

    @Override
    public long spinNanos() {
      return spinNanos;
    }

    @Override
    public boolean mayYield() {
      return others != null;
    }

    @Override
    public int yieldAndPoll() {
      calls.add("give way");
      others.run();
      return 0;
    }

    @Override
    public int poll() {
      calls.add("poll");
      if (calls.size() > 1) {
        comes();
      }
      return 0;
    }

    @Override
    public void awaitIo(Waiter waiter, long nanos) {
      calls.add("block");
      comes();
    }
  }

  private static List<String> callsOfAwait(long spinNanos, long micros) {
    Noting fabric = new Noting(spinNanos);
    Evd evd = fabric.open().createEvd(8, null, EvdFlags.SOFTWARE);
    fabric.input = () -> evd.postSe(new DatEvent().setSoftware(fabric));
    assertEquals(DatReturn.SUCCESS, evd.await(micros, 1, new DatEvent()));
    return fabric.calls;
  }

  private static List<String> callsOfCnoWait(long spinNanos, long micros) {
    Noting fabric = new Noting(spinNanos);
    SoftIa ia = fabric.open();
    Cno cno = ia.createCno(null);
    Evd evd = ia.createEvd(8, cno, EvdFlags.SOFTWARE);
    fabric.input = () -> evd.postSe(new DatEvent().setSoftware(fabric));
    assertEquals(DatReturn.SUCCESS, cno.await(micros, new CnoTrigger()));
    return fabric.calls;
  }

  @Test
  void aLongWaitWithoutSpinBlocksAndDoesNotPoll() {
    assertEquals(List.of("block"), callsOfAwait(0, LONG_MICROS));
    assertEquals(List.of("block"), callsOfCnoWait(0, LONG_MICROS));
  }

  @Test
  void aWaitThatFindsItsEventsLooksNowhereElse() {
    for (long spinNanos : new long[] {0, LONG_MICROS * 1000}) {
      Noting fabric = new Noting(spinNanos);
      Evd evd = fabric.open().createEvd(8, null, EvdFlags.SOFTWARE);
      for (int i = 0; i < 3; i++) {
        evd.postSe(new DatEvent().setSoftware(i));
      }
      DatEvent event = new DatEvent();
      assertEquals(DatReturn.SUCCESS, evd.await(LONG_MICROS, 3, event));
      assertEquals(0, event.pointer());
      assertEquals(2, event.more());
      assertEquals(DatReturn.SUCCESS, evd.await(LONG_MICROS, 1, event));
      assertEquals(1, event.pointer());
      assertEquals(1, event.more());
      assertEquals(List.of(), fabric.calls);
    }
  }

  @Test
  void aWaitThatSpinsPolls() {
    assertEquals(List.of("poll", "poll"), callsOfAwait(LONG_MICROS * 1000, LONG_MICROS));
    assertEquals(List.of("poll", "poll"), callsOfCnoWait(LONG_MICROS * 1000, LONG_MICROS));
  }

  /** An adapter on which waits let others run, and an EVD of it. */
  private static Evd giving(Noting fabric, Runnable others) {
    fabric.others = others;
    return fabric.open().createEvd(8, null, EvdFlags.SOFTWARE);
  }

  @Test
  void aWaitThatOthersEndWhereItLetsThemRunDoesNotBlock() {
    Noting fabric = new Noting(0);
    Evd evd = giving(fabric, fabric::comes);
    fabric.input = () -> evd.postSe(new DatEvent().setSoftware(fabric));
    assertEquals(DatReturn.SUCCESS, evd.await(LONG_MICROS, 1, new DatEvent()));
    assertEquals(List.of("give way"), fabric.calls);
  }

  @Test
  void aWaitBlocksAfterYieldsWithoutResultAndTheNextBlocksAtOnce() {
    Noting fabric = new Noting(0);
    Evd evd = giving(fabric, () -> {});
    for (int i = 0; i < 3; i++) {
      fabric.input = () -> evd.postSe(new DatEvent().setSoftware(fabric));
      assertEquals(DatReturn.SUCCESS, evd.await(LONG_MICROS, 1, new DatEvent()));
    }
    // Twice in a wait, or once where that takes long.
    assertEquals(
        "wbbwb",
        String.join("", fabric.calls).replaceAll("(give way)+", "w").replace("block", "b"));
  }

  @Test
  void aWaitForACnoBlocksAtOnce() {
    Noting fabric = new Noting(0);
    fabric.others = () -> {};
    SoftIa ia = fabric.open();
    Cno cno = ia.createCno(null);
    Evd evd = ia.createEvd(8, cno, EvdFlags.SOFTWARE);
    fabric.input = () -> evd.postSe(new DatEvent().setSoftware(fabric));
    assertEquals(DatReturn.SUCCESS, cno.await(LONG_MICROS, new CnoTrigger()));
    assertEquals(List.of("block"), fabric.calls);
  }

  @Test
  void aShortWaitPollsFirst() {
    for (long micros : new long[] {0, SHORT_MICROS}) {
      Noting fabric = new Noting(0);
      SoftIa ia = fabric.open();
      Cno cno = ia.createCno(null);
      Evd evd = ia.createEvd(8, cno, EvdFlags.SOFTWARE);
      assertEquals(DatReturn.TIMEOUT_EXPIRED, evd.await(micros, 1, new DatEvent()));
      assertEquals("poll", fabric.calls.get(0), micros + " us");
      fabric.calls.clear();
      assertEquals(DatReturn.QUEUE_EMPTY, cno.await(micros, new CnoTrigger()));
      assertEquals("poll", fabric.calls.get(0), micros + " us");
    }
  }
}
