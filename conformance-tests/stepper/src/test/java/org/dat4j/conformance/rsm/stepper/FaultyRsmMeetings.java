package org.dat4j.conformance.rsm.stepper;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.dat4j.conformance.rsm.fixture.RsmRegistryUnderTest;
import org.dat4j.conformance.rsm.fixture.RsmSource;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.RsmBarrier;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmRegistry;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.spi.forward.Forwarding;
import org.dat4j.rsm.spi.forward.ForwardingBarrier;
import org.dat4j.rsm.spi.forward.ForwardingExport;
import org.dat4j.rsm.spi.forward.ForwardingImport;

/** A layer before an RSM provider that is wrong only while two calls meet. */
final class FaultyRsmMeetings extends Forwarding implements RsmSource {
  /** The fault in a meeting. */
  enum MeetingFault {
    /** The close of a span succeeds during a withdrawal, and leaves the span open. */
    CLOSE_LEAVES_SPAN,
    /** A put is lost while another segment is withdrawn. */
    UNPUBLISH_LOSES_OTHER_PUT
  }

  /** How long a call is held up, so that the other one meets it even on a busy processor. */
  private static final long HOLD_NANOS = 1_000_000;

  /** The withdrawals that are under way. */
  private final AtomicInteger withdrawals = new AtomicInteger();

  private final MeetingFault fault;

  FaultyRsmMeetings(MeetingFault fault) {
    this.fault = fault;
  }

  @Override
  public RsmRegistryUnderTest registry(RsmRegistry.Builder settings) {
    RsmRegistryUnderTest registry = RsmSource.PLAIN.registry(settings);
    return (RsmRegistryUnderTest)
        Proxy.newProxyInstance(
            RsmRegistryUnderTest.class.getClassLoader(),
            new Class<?>[] {RsmRegistryUnderTest.class},
            (proxy, method, arguments) -> {
              try {
                Object answer = method.invoke(registry, arguments);
                return answer instanceof RsmController controller
                    ? wrap(RsmController.class, controller)
                    : answer;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  @Override
  protected ForwardingBarrier wrapBarrier(RsmBarrier delegate) {
    return new ForwardingBarrier(this, delegate) {
      @Override
      public int close() {
        if (fault == MeetingFault.CLOSE_LEAVES_SPAN && isOrderly()) {
          LockSupport.parkNanos(HOLD_NANOS);
          if (!isOrderly()) {
            return RsmReturn.SUCCESS;
          }
        }
        return super.close();
      }

      private boolean isOrderly() {
        try {
          return order() == RsmReturn.SUCCESS;
        } catch (RsmException e) {
          return false;
        }
      }
    };
  }

  @Override
  protected ForwardingExport wrapExport(ExportSegment delegate) {
    return new ForwardingExport(this, delegate) {
      @Override
      public void unpublish() {
        withdrawals.incrementAndGet();
        LockSupport.parkNanos(HOLD_NANOS);
        super.unpublish();
        withdrawals.decrementAndGet();
      }
    };
  }

  @Override
  protected ForwardingImport wrapImport(ImportSegment delegate) {
    return new ForwardingImport(this, delegate) {
      @Override
      public int put(long offset, ByteBuffer source, int index, int length) {
        boolean lost = fault == MeetingFault.UNPUBLISH_LOSES_OTHER_PUT && withdrawals.get() > 0;
        return lost ? RsmReturn.SUCCESS : super.put(offset, source, index, length);
      }
    };
  }
}
