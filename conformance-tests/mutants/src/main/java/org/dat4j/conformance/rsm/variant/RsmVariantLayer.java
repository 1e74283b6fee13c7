package org.dat4j.conformance.rsm.variant;

import java.util.EnumSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.LongConsumer;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.spi.forward.Call;
import org.dat4j.rsm.spi.forward.InterceptingForwarding;

/**
 * The layer before an RSM provider that makes it an honest variant, a correct provider that uses
 * freedoms of the manual pages. Each call goes through the groups of calls that change it. The
 * layer also holds what the groups share: the freedoms, chance and the random delays. Thread-safe.
 */
final class RsmVariantLayer {
  /** The longest delay of a call or a wake-up; far below the limits of the suite's waits. */
  private static final int MAX_DELAY_NANOS = 1_500_000;

  /** One call in this many has a delay: checks make some calls a thousand times. */
  private static final int CALLS_PER_DELAY = 16;

  /** As {@link #CALLS_PER_DELAY}, for transfers: checks make many thousand of them. */
  private static final int TRANSFERS_PER_DELAY = 512;

  private final Set<RsmFreedom> freedoms;
  private final SplittableRandom random;
  private final LongConsumer pause;
  private final InterceptingForwarding forwarding = new InterceptingForwarding(this::call);
  private final SegmentCalls segments = new SegmentCalls(this);
  private final TransferCalls transfers = new TransferCalls(this);
  private final PageCalls pages = new PageCalls(this);
  private final OtherCodes codes = new OtherCodes(this);

  RsmVariantLayer(Set<RsmFreedom> freedoms, long seed) {
    this(freedoms, seed, RsmVariantLayer::spin);
  }

  /**
   * Makes a layer.
   *
   * @param pause lets a number of nanoseconds pass
   */
  RsmVariantLayer(Set<RsmFreedom> freedoms, long seed, LongConsumer pause) {
    this.freedoms = EnumSet.noneOf(RsmFreedom.class);
    this.freedoms.addAll(freedoms);
    this.random = new SplittableRandom(seed);
    this.pause = pause;
  }

  RsmController wrap(RsmController controller) {
    return forwarding.wrap(RsmController.class, controller);
  }

  private Object call(Call call) {
    return segments.call(
        call, () -> transfers.call(call, () -> pages.call(call, () -> codes.call(call))));
  }

  boolean uses(RsmFreedom freedom) {
    return freedoms.contains(freedom);
  }

  /** Returns whether the variant uses a freedom in this call: in some, chosen at random. */
  boolean now(RsmFreedom freedom) {
    return uses(freedom) && below(CALLS_PER_DELAY) == 0;
  }

  /** Returns a random number below a bound. */
  int below(int bound) {
    synchronized (random) {
      return random.nextInt(bound);
    }
  }

  /** Delays some calls if the variant has the freedom; the thread stays runnable. */
  void delay(RsmFreedom freedom) {
    if (now(freedom)) {
      pause.accept(below(MAX_DELAY_NANOS));
    }
  }

  /** Delays some transfers, as {@link #delay} does calls. */
  void delayTransfer(RsmFreedom freedom) {
    if (uses(freedom) && below(TRANSFERS_PER_DELAY) == 0) {
      pause.accept(below(MAX_DELAY_NANOS));
    }
  }

  private static void spin(long nanos) {
    long end = System.nanoTime() + nanos;
    while (System.nanoTime() - end < 0) {
      Thread.onSpinWait();
    }
  }
}
