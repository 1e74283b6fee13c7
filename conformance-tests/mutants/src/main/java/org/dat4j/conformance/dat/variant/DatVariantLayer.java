package org.dat4j.conformance.dat.variant;

import java.util.EnumSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.dat4j.dat.Cno;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.Ep;
import org.dat4j.dat.Evd;
import org.dat4j.dat.Ia;
import org.dat4j.dat.Lmr;
import org.dat4j.dat.LmrIov;
import org.dat4j.dat.ProxyAgent;
import org.dat4j.dat.Pz;
import org.dat4j.dat.Rmr;
import org.dat4j.dat.Srq;
import org.dat4j.dat.spi.forward.Forwarding;
import org.dat4j.dat.spi.forward.ForwardingAgent;
import org.dat4j.dat.spi.forward.ForwardingCno;
import org.dat4j.dat.spi.forward.ForwardingEp;
import org.dat4j.dat.spi.forward.ForwardingEvd;
import org.dat4j.dat.spi.forward.ForwardingIa;
import org.dat4j.dat.spi.forward.ForwardingLmr;
import org.dat4j.dat.spi.forward.ForwardingPz;
import org.dat4j.dat.spi.forward.ForwardingRmr;
import org.dat4j.dat.spi.forward.ForwardingSrq;

/**
 * The layer before a DAT provider that makes it an honest variant, a correct provider that uses
 * freedoms of the manual pages. It wraps the provider's objects, and holds what the wrappers share:
 * the freedoms, the random delays and the mapped contexts. Thread-safe.
 */
final class DatVariantLayer extends Forwarding {
  /** By how much the layer asks for more than the program did; odd, so that no count fits. */
  private static final int MORE = 3;

  /** The longest delay of an event or a wake-up; far below the limits of the suite's waits. */
  private static final int MAX_DELAY_NANOS = 1_500_000;

  private static final int CALLS_PER_DELAY = 32;

  private static final int LOCAL_FACTOR = 0x5bd1e995;
  private static final int REMOTE_FACTOR = 0x2c1b3c6d;

  private final Set<DatFreedom> freedoms;
  private final SplittableRandom random;

  /** Counts the notifications that the program got: after one it may look for every event. */
  private final AtomicLong notifications = new AtomicLong();

  DatVariantLayer(Set<DatFreedom> freedoms, long seed) {
    this.freedoms = EnumSet.copyOf(freedoms);
    this.random = new SplittableRandom(seed);
  }

  boolean uses(DatFreedom freedom) {
    return freedoms.contains(freedom);
  }

  /** Returns a random number below a bound. */
  int below(int bound) {
    synchronized (random) {
      return random.nextInt(bound);
    }
  }

  long delayNanos() {
    return below(MAX_DELAY_NANOS);
  }

  /** Delays the calling thread if the variant has the freedom; it stays runnable. */
  void delay(DatFreedom freedom) {
    if (uses(freedom)) {
      spinUntil(System.nanoTime() + delayNanos());
    }
  }

  /**
   * Delays one call in {@link #CALLS_PER_DELAY}, as {@link #delay} does: for calls that a check
   * makes many thousand times.
   */
  void delaySometimes(DatFreedom freedom) {
    if (uses(freedom) && below(CALLS_PER_DELAY) == 0) {
      delay(freedom);
    }
  }

  static void spinUntil(long nanos) {
    while (System.nanoTime() - nanos < 0) {
      Thread.onSpinWait();
    }
  }

  long notifications() {
    return notifications.get();
  }

  /** Notes that the program is being told of events: no wrapper hides any until it was empty. */
  void noteNotification() {
    notifications.incrementAndGet();
  }

  /** Returns a larger count if the variant has the freedom; what is wrong or zero stays. */
  int more(DatFreedom freedom, int asked, int most) {
    return uses(freedom) && asked > 0
        ? (int) Math.max(asked, Math.min((long) asked + MORE, most))
        : asked;
  }

  /** Returns a larger size if the variant has the freedom; what is wrong or zero stays. */
  long more(DatFreedom freedom, long asked, long most) {
    return uses(freedom) && asked > 0 && asked < most
        ? asked + Math.min(MORE, most - asked)
        : asked;
  }

  /** Makes a call; answers a refusal with the other code that the page allows. */
  <T> T withOtherCode(DatFreedom freedom, boolean applies, int from, int to, Supplier<T> call) {
    if (!applies || !uses(freedom)) {
      return call.get();
    }
    try {
      return call.get();
    } catch (DatException e) {
      if (e.type() != from) {
        throw e;
      }
      throw new DatException(
          to, DatSubtype.NO_SUBTYPE, e.object(), e.argument(), e.value(), e.remedy());
    }
  }

  /** Frees an object; a second time does nothing if the variant has the freedom. */
  void free(DatFreedom freedom, boolean freed, Runnable call) {
    try {
      call.run();
    } catch (DatException e) {
      if (!freed || !uses(freedom) || e.type() != DatReturn.INVALID_HANDLE) {
        throw e;
      }
    }
  }

  // --- contexts

  /** Returns the number that the program gets for a context of local use; zero stays zero. */
  int localOut(int context) {
    return uses(DatFreedom.OTHER_LMR_CONTEXTS) ? context * LOCAL_FACTOR : context;
  }

  int localIn(int context) {
    return uses(DatFreedom.OTHER_LMR_CONTEXTS) ? context * inverse(LOCAL_FACTOR) : context;
  }

  int remoteOut(int context) {
    return uses(DatFreedom.OTHER_RMR_CONTEXTS) ? context * REMOTE_FACTOR : context;
  }

  int remoteIn(int context) {
    return uses(DatFreedom.OTHER_RMR_CONTEXTS) ? context * inverse(REMOTE_FACTOR) : context;
  }

  /** Returns the inverse of an odd number modulo 2^32: each step doubles the right bits. */
  private static int inverse(int odd) {
    int inverse = odd;
    for (int i = 0; i < 4; i++) {
      inverse *= 2 - odd * inverse;
    }
    return inverse;
  }

  LmrIov in(LmrIov iov) {
    if (iov == null || !uses(DatFreedom.OTHER_LMR_CONTEXTS)) {
      return iov;
    }
    LmrIov mapped = new LmrIov(iov.count());
    for (int i = 0; i < iov.count(); i++) {
      mapped.add(localIn(iov.lmrContext(i)), iov.address(i), iov.length(i));
    }
    return mapped;
  }

  // --- wrappers

  @Override
  protected ForwardingIa wrapIa(Ia delegate) {
    return new VariantIa(this, delegate);
  }

  @Override
  protected ForwardingEp wrapEp(Ep delegate) {
    return new VariantEp(this, delegate);
  }

  @Override
  protected ForwardingEvd wrapEvd(Evd delegate) {
    return new VariantEvd(this, delegate);
  }

  @Override
  protected ForwardingCno wrapCno(Cno delegate) {
    return new VariantCno(this, delegate);
  }

  @Override
  protected ForwardingLmr wrapLmr(Lmr delegate) {
    return new VariantLmr(this, delegate);
  }

  @Override
  protected ForwardingRmr wrapRmr(Rmr delegate) {
    return new VariantRmr(this, delegate);
  }

  @Override
  protected ForwardingPz wrapPz(Pz delegate) {
    return new VariantPz(this, delegate);
  }

  @Override
  protected ForwardingSrq wrapSrq(Srq delegate) {
    return new VariantSrq(this, delegate);
  }

  @Override
  protected ForwardingAgent wrapAgent(ProxyAgent agent) {
    return new ForwardingAgent(this, agent) {
      @Override
      public void trigger(Evd evd) {
        delay(DatFreedom.LATE_AGENTS);
        noteNotification();
        super.trigger(evd);
      }
    };
  }
}
