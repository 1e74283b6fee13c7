package org.dat4j.conformance.dat.stepper.pairs;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.Cr;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpState;
import org.dat4j.dat.Evd;
import org.dat4j.dat.Ia;
import org.dat4j.dat.IaParam;
import org.dat4j.dat.Lmr;
import org.dat4j.dat.Rmr;
import org.dat4j.dat.RmrParam;
import org.dat4j.dat.Rsp;
import org.dat4j.dat.RspParam;
import org.dat4j.dat.Srq;
import org.dat4j.dat.spi.forward.Forwarding;
import org.dat4j.dat.spi.forward.ForwardingCr;
import org.dat4j.dat.spi.forward.ForwardingEp;
import org.dat4j.dat.spi.forward.ForwardingEvd;
import org.dat4j.dat.spi.forward.ForwardingIa;
import org.dat4j.dat.spi.forward.ForwardingLmr;
import org.dat4j.dat.spi.forward.ForwardingRmr;
import org.dat4j.dat.spi.forward.ForwardingRsp;
import org.dat4j.dat.spi.forward.ForwardingSrq;

/** A layer before a provider that is wrong only while two calls meet. */
final class FaultyMeetings extends Forwarding {
  /** The fault in a meeting. */
  enum Fault {
    /** An event that is posted while the EVD is enabled gets lost. */
    ENABLE_LOSES_POST,
    /** Two dequeues at once get the same event. */
    DEQUEUES_SHARE_EVENT,
    /** A resize during a post puts the event into the queue twice. */
    RESIZE_DOUBLES_POST,
    /** The free of a registration returns before the registration has ended. */
    LMR_FREE_RETURNS_EARLY,
    /** A Send during a disconnect is accepted and never completes. */
    DISCONNECT_SWALLOWS_SEND,
    /** A buffer that is posted to a shared queue during its resize gets lost. */
    RESIZE_LOSES_BUFFER,
    /** A bind during the free of its region is accepted and never completes. */
    RMR_FREE_SWALLOWS_BIND,
    /** The free of a reserved service point during a query of it does nothing. */
    RSP_FREE_YIELDS_TO_QUERY,
    /** A graceful close that was refused ends the adapter when a call comes beside it. */
    REFUSED_CLOSE_ENDS_ADAPTER,
    /** The free of an EVD makes a dequeue on any adapter find nothing. */
    FREE_EMPTIES_OTHER_ADAPTERS,
    /** A Send is accepted and never completes if the connection ends during the call. */
    END_SWALLOWS_SEND,
    /** A wait takes an event that comes while it begins, and tells of none. */
    WAIT_MISSES_FIRST_EVENT,
    /** A reset during the end of the connection succeeds without effect. */
    RESET_YIELDS_TO_END,
    /** A reject during the accept of the same request succeeds, too. */
    BOTH_ANSWERS_SUCCEED,
    /** A disconnect that meets the peer's accept succeeds without effect. */
    DISCONNECT_YIELDS_TO_ACCEPT,
    /** An accept on one adapter makes a reject on another one fail. */
    ACCEPT_SPOILS_OTHER_REJECT,
    /** The free of a window returns before the window has ended. */
    RMR_FREE_RETURNS_EARLY,
    /** A disconnect on one adapter makes a post on another one fail. */
    DISCONNECT_SPOILS_OTHER_POST,
    /** The close of one adapter makes a post on another one fail. */
    CLOSE_SPOILS_OTHER_POST
  }

  /** How long a call is held up, so that the other one meets it even on a busy processor. */
  private static final long HOLD_NANOS = 1_000_000;

  /** How long a disconnect waits for the peer's accept, in nanoseconds. */
  private static final long ACCEPT_NANOS = 20_000_000;

  /** The frees of EVDs that are under way on all adapters. */
  private static final AtomicInteger FREES = new AtomicInteger();

  /** The disconnects, accepts and closes that are under way on all adapters. */
  private static final AtomicInteger ENDS = new AtomicInteger();

  private final Fault fault;

  FaultyMeetings(Fault fault) {
    this.fault = fault;
  }

  /** Makes a call that others can find under way for a moment, before it begins or behind it. */
  private static void underWay(boolean holdsBefore, Runnable call) {
    ENDS.incrementAndGet();
    try {
      if (holdsBefore) {
        hold();
      }
      call.run();
      if (!holdsBefore) {
        hold();
      }
    } finally {
      ENDS.decrementAndGet();
    }
  }

  private static void hold() {
    LockSupport.parkNanos(HOLD_NANOS);
  }

  @Override
  protected ForwardingEvd wrapEvd(Evd delegate) {
    return new FaultyEvd(this, delegate, fault);
  }

  @Override
  protected ForwardingLmr wrapLmr(Lmr delegate) {
    return new ForwardingLmr(this, delegate) {
      @Override
      public void free() {
        if (fault != Fault.LMR_FREE_RETURNS_EARLY) {
          super.free();
          return;
        }
        CompletableFuture.runAsync(
            super::free, CompletableFuture.delayedExecutor(HOLD_NANOS, TimeUnit.NANOSECONDS));
      }
    };
  }

  @Override
  protected ForwardingEp wrapEp(Ep delegate) {
    return new ForwardingEp(this, delegate) {
      private volatile boolean ending;

      @Override
      public void disconnect(CloseFlags flags) {
        if (fault == Fault.RESET_YIELDS_TO_END || fault == Fault.DISCONNECT_SPOILS_OTHER_POST) {
          boolean holdsBefore = fault == Fault.DISCONNECT_SPOILS_OTHER_POST;
          underWay(holdsBefore, () -> super.disconnect(flags));
          return;
        }
        if (fault == Fault.DISCONNECT_YIELDS_TO_ACCEPT && isAccepted()) {
          return;
        }
        if (fault == Fault.DISCONNECT_SWALLOWS_SEND) {
          ending = true;
          hold();
        }
        super.disconnect(flags);
        ending = false;
      }

      private boolean isAccepted() {
        long start = System.nanoTime();
        boolean pending = getStatus().state() == EpState.ACTIVE_CONNECTION_PENDING;
        while (pending && System.nanoTime() - start < ACCEPT_NANOS) {
          if (getStatus().state() == EpState.CONNECTED) {
            return true;
          }
          Thread.onSpinWait();
        }
        return false;
      }

      @Override
      public void reset() {
        boolean met = fault == Fault.RESET_YIELDS_TO_END && ENDS.get() > 0;
        if (!met || getStatus().state() != EpState.DISCONNECTED) {
          super.reset();
        }
      }

      @Override
      public int postSend(int lmrContext, long address, long length, long cookie, int flags) {
        boolean spoils =
            fault == Fault.DISCONNECT_SPOILS_OTHER_POST || fault == Fault.CLOSE_SPOILS_OTHER_POST;
        if (spoils && ENDS.get() > 0) {
          return DatReturn.INSUFFICIENT_RESOURCES;
        }
        if (fault == Fault.END_SWALLOWS_SEND) {
          hold();
          ending = getStatus().state() != EpState.CONNECTED;
        }
        return ending
            ? DatReturn.SUCCESS
            : super.postSend(lmrContext, address, length, cookie, flags);
      }
    };
  }

  @Override
  protected ForwardingCr wrapCr(Cr delegate) {
    return new ForwardingCr(this, delegate) {
      private volatile boolean answering;

      @Override
      public void accept(Ep ep, byte[] privateData) {
        answering = fault == Fault.BOTH_ANSWERS_SUCCEED;
        if (answering || fault == Fault.ACCEPT_SPOILS_OTHER_REJECT) {
          underWay(true, () -> super.accept(ep, privateData));
        } else {
          super.accept(ep, privateData);
        }
        answering = false;
      }

      @Override
      public void reject() {
        if (answering) {
          return;
        }
        super.reject();
        if (fault == Fault.ACCEPT_SPOILS_OTHER_REJECT && ENDS.get() > 0) {
          // Refused, as the request is answered.
          super.reject();
        }
      }
    };
  }

  @Override
  protected ForwardingSrq wrapSrq(Srq delegate) {
    return new ForwardingSrq(this, delegate) {
      private volatile boolean resizing;

      @Override
      public void resize(int maxRecvDtos) {
        resizing = fault == Fault.RESIZE_LOSES_BUFFER;
        if (resizing) {
          hold();
        }
        super.resize(maxRecvDtos);
        resizing = false;
      }

      @Override
      public int postRecv(int lmrContext, long address, long length, long cookie) {
        return resizing ? DatReturn.SUCCESS : super.postRecv(lmrContext, address, length, cookie);
      }
    };
  }

  @Override
  protected ForwardingRsp wrapRsp(Rsp delegate) {
    return new ForwardingRsp(this, delegate) {
      private volatile boolean queried;

      @Override
      public RspParam query(int mask) {
        queried = fault == Fault.RSP_FREE_YIELDS_TO_QUERY;
        if (queried) {
          hold();
        }
        RspParam param = super.query(mask);
        queried = false;
        return param;
      }

      @Override
      public void free() {
        if (!queried) {
          super.free();
        }
      }
    };
  }

  @Override
  protected ForwardingRmr wrapRmr(Rmr delegate) {
    return new ForwardingRmr(this, delegate) {
      private volatile boolean ending;
      private volatile CompletableFuture<Void> end;

      @Override
      public RmrParam query(int mask) {
        if (end != null) {
          end.join();
        }
        return super.query(mask);
      }

      @Override
      public void free() {
        if (fault == Fault.RMR_FREE_RETURNS_EARLY && end == null) {
          end =
              CompletableFuture.runAsync(
                  super::free, CompletableFuture.delayedExecutor(HOLD_NANOS, TimeUnit.NANOSECONDS));
          return;
        }
        ending = fault == Fault.RMR_FREE_SWALLOWS_BIND;
        if (ending) {
          hold();
        }
        super.free();
        ending = false;
      }

      @Override
      public int bind(
          int lmrContext,
          long address,
          long length,
          int privileges,
          Ep ep,
          long cookie,
          int flags) {
        return ending
            ? DatReturn.SUCCESS
            : super.bind(lmrContext, address, length, privileges, ep, cookie, flags);
      }
    };
  }

  @Override
  protected ForwardingIa wrapIa(Ia delegate) {
    return new ForwardingIa(this, delegate) {
      private volatile boolean closing;
      private volatile boolean met;

      @Override
      public IaParam query() {
        met |= closing;
        return super.query();
      }

      @Override
      public void close(CloseFlags flags) {
        if (fault == Fault.CLOSE_SPOILS_OTHER_POST) {
          underWay(true, () -> super.close(flags));
          return;
        }
        closing = fault == Fault.REFUSED_CLOSE_ENDS_ADAPTER && flags == CloseFlags.GRACEFUL;
        if (closing) {
          hold();
        }
        closing = false;
        super.close(met ? CloseFlags.ABRUPT : flags);
      }
    };
  }

  private static final class FaultyEvd extends ForwardingEvd {
    private final Fault fault;
    private final AtomicInteger inside = new AtomicInteger();
    private volatile Object last;

    FaultyEvd(Forwarding forwarding, Evd delegate, Fault fault) {
      super(forwarding, delegate);
      this.fault = fault;
    }

    private void held(Fault when, Runnable call) {
      if (fault != when) {
        call.run();
        return;
      }
      inside.incrementAndGet();
      hold();
      call.run();
      inside.decrementAndGet();
    }

    @Override
    public void enable() {
      held(Fault.ENABLE_LOSES_POST, super::enable);
    }

    @Override
    public void resize(int minQlen) {
      held(Fault.RESIZE_DOUBLES_POST, () -> super.resize(minQlen));
    }

    @Override
    public int postSe(DatEvent event) {
      if (inside.get() > 0 && fault == Fault.ENABLE_LOSES_POST) {
        return DatReturn.SUCCESS;
      }
      if (inside.get() > 0 && fault == Fault.RESIZE_DOUBLES_POST) {
        super.postSe(event);
      }
      return super.postSe(event);
    }

    @Override
    public int await(long timeoutMicros, int threshold, DatEvent event) {
      boolean brief = timeoutMicros < TimeUnit.SECONDS.toMicros(1);
      if (fault != Fault.WAIT_MISSES_FIRST_EVENT || brief) {
        return super.await(timeoutMicros, threshold, event);
      }
      if (super.dequeue(event) == DatReturn.SUCCESS) {
        return DatReturn.SUCCESS;
      }
      hold();
      return super.dequeue(event) == DatReturn.SUCCESS
          ? DatReturn.TIMEOUT_EXPIRED
          : super.await(timeoutMicros, threshold, event);
    }

    @Override
    public void free() {
      if (fault != Fault.FREE_EMPTIES_OTHER_ADAPTERS) {
        super.free();
        return;
      }
      FREES.incrementAndGet();
      hold();
      super.free();
      FREES.decrementAndGet();
    }

    @Override
    public int dequeue(DatEvent event) {
      if (FREES.get() > 0) {
        return DatReturn.QUEUE_EMPTY;
      }
      if (fault != Fault.DEQUEUES_SHARE_EVENT) {
        return super.dequeue(event);
      }
      int others = inside.getAndIncrement();
      try {
        if (others > 0 && last != null) {
          event.setSoftware(last);
          return DatReturn.SUCCESS;
        }
        int answer = super.dequeue(event);
        last = event.pointer();
        hold();
        return answer;
      } finally {
        inside.decrementAndGet();
      }
    }
  }
}
