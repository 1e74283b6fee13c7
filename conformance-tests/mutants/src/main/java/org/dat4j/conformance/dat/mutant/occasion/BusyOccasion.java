package org.dat4j.conformance.dat.mutant.occasion;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.dat4j.conformance.kernel.BusyThread;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.Evd;
import org.dat4j.dat.spi.forward.Call;

/**
 * An occasion of a DAT mutant: its fault acts only while the other side is busy. That is while a
 * second thread lives that has posted transfers, and not on the calls of that thread. Threads that
 * call on other objects beside a test are none of the other side.
 */
final class BusyOccasion extends Occasion {
  /** The thread of the tests: it makes the first call, as it makes the objects of all others. */
  private volatile Thread first;

  private final Set<Thread> others = ConcurrentHashMap.newKeySet();

  @Override
  public void begin(Call call) {
    Thread own = Thread.currentThread();
    if (first == null) {
      first = own;
    }
    if (own != first && !BusyThread.Purpose.OTHER_OBJECTS.isOf(own) && PostCall.of(call) != null) {
      others.add(own);
    }
  }

  private boolean isMet() {
    return Thread.currentThread() == first && others.stream().anyMatch(Thread::isAlive);
  }

  @Override
  public boolean isMet(Call call) {
    return isMet();
  }

  @Override
  public boolean isMet(Evd evd, DatEvent event) {
    return isMet();
  }
}
