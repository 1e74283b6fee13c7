package org.dat4j.dat.spi.software;

import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Concurrency test of an EVD's queue: of two threads that each put an event in and count the
 * arrived ones, one counts both. So the notification for an event that closes a gap is not lost.
 */
@JCStressTest
@Outcome(
    id = {"2, 2", "0, 2", "2, 0", "1, 2", "2, 1"},
    expect = Expect.ACCEPTABLE,
    desc = "One of them sees both.")
@State
public class QueueClaim {
  private final EventQueue queue = new EventQueue(32);

  private int putAndLook(int cookie) {
    TakenCookies.put(queue, cookie);
    VarHandle.fullFence();
    return (int) queue.arrived(0);
  }

  /** Puts an event in and looks how far events have arrived. */
  @Actor
  public void first(II_Result r) {
    r.r1 = putAndLook(1);
  }

  /** Puts an event in and looks how far events have arrived. */
  @Actor
  public void second(II_Result r) {
    r.r2 = putAndLook(2);
  }
}
