package org.dat4j.conformance.rsm.mutant;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.dat4j.rsm.PollFd;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.RsmSegment;
import org.dat4j.rsm.ScatGath;
import org.dat4j.rsm.SignalFlags;

/**
 * A known fault that makes an RSM provider a mutant: a signal is lost, doubled, sent to another
 * segment or not consumed.
 */
final class SignalFault implements RsmFault {
  private static final int HUNDRED = 100;
  private static final long EARLY = TimeUnit.MILLISECONDS.toNanos(2);

  private final String way;
  private final String change;
  private final HandleTracker known = new HandleTracker();
  private final AtomicInteger posts = new AtomicInteger();

  /** Signals that only this fault knows of. */
  private final Map<Object, Integer> extra = Collections.synchronizedMap(new IdentityHashMap<>());

  private volatile boolean owed;

  /**
   * @param way {@code up} from an import, {@code down} from an export, {@code vector}, {@code
   *     wait}, or {@code poll}
   * @param change what is wrong
   */
  SignalFault(String way, String change) {
    this.way = way;
    this.change = change;
  }

  @Override
  public Object call(Invocation call) {
    return switch (call.name()) {
      case "ImportSegment.post" -> way.equals("up") ? post(call) : known.made(call);
      case "ExportSegment.post" -> way.equals("down") ? post(call) : known.made(call);
      case "ImportSegment.putv", "ImportSegment.getv" ->
          way.equals("vector") && call.arguments()[0] != null
              ? vector(call, (ScatGath) call.arguments()[0])
              : known.made(call);
      case "ImportSegment.await", "ExportSegment.await" -> await(call);
      case "Registry.rsm_intr_signal_wait_pollfd" -> poll(call);
      case "RsmController.connectImportSegment" -> connect(call);
      default -> known.made(call);
    };
  }

  @Override
  public Object pass(Invocation call) {
    return known.made(call);
  }

  private Object post(Invocation call) {
    int flags = call.intAt(0);
    switch (change) {
      case "lost" -> {
        return RsmReturn.SUCCESS;
      }
      case "hundredth-lost" -> {
        if (posts.incrementAndGet() % HUNDRED == 0) {
          return RsmReturn.SUCCESS;
        }
      }
      case "accumulates" -> call.arguments()[0] = flags & ~SignalFlags.NO_ACCUMULATE;
      case "never-accumulates" -> call.arguments()[0] = flags | SignalFlags.NO_ACCUMULATE;
      case "dropped" -> {
        if ((flags & SignalFlags.NO_ACCUMULATE) != 0) {
          return RsmReturn.SUCCESS;
        }
      }
      default -> {}
    }
    Object answer = known.made(call);
    if (answer.equals(RsmReturn.SUCCESS)) {
      posted(call);
    }
    return answer;
  }

  private void posted(Invocation call) {
    switch (change) {
      case "doubled" -> ((RsmSegment) call.object()).post(0);
      case "self" -> add(call.object(), 1);
      case "others" -> {
        HandleTracker.Import own = known.importOf(call.object());
        known.importsOf(own.export()).stream()
            .filter(other -> other != own)
            .forEach(other -> add(other.object(), 1));
      }
      case "one" -> {
        List<HandleTracker.Import> all = known.importsOf(known.export(call.object()));
        all.stream().skip(1).forEach(other -> add(other.object(), -1));
      }
      case "kept" -> owed = known.importsOf(known.export(call.object())).isEmpty();
      default -> {}
    }
  }

  private void add(Object segment, int count) {
    extra.merge(segment, count, Integer::sum);
  }

  private Object connect(Invocation call) {
    Object answer = known.made(call);
    if (owed) {
      owed = false;
      add(answer, 1);
    }
    return answer;
  }

  private Object vector(Invocation call, ScatGath vector) {
    int flags = vector.flags();
    boolean asked = (flags & SignalFlags.IMPLICIT_SIGPOST) != 0;
    RsmSegment segment = (RsmSegment) call.object();
    switch (change) {
      case "accumulates" -> vector.flags(flags & ~SignalFlags.NO_ACCUMULATE);
      case "lost" -> vector.flags(0);
      case "get-lost" -> vector.flags(call.method().equals("getv") ? 0 : flags);
      case "early" -> {
        if (asked) {
          segment.post(flags);
          LockSupport.parkNanos(EARLY);
          vector.flags(0);
        }
      }
      default -> {}
    }
    int code;
    try {
      code = (int) known.made(call);
    } catch (RsmException e) {
      if (asked && change.equals("failing")) {
        segment.post(0);
      }
      throw e;
    } finally {
      vector.flags(flags);
    }
    boolean more =
        switch (change) {
          case "doubled" -> asked;
          case "unasked" -> flags == 0;
          case "alone" -> flags == SignalFlags.NO_ACCUMULATE;
          default -> false;
        };
    if (code == RsmReturn.SUCCESS && more) {
      segment.post(0);
    }
    return code;
  }

  /** Takes a signal of the fault's own; owes one less where it is to lose one. */
  private boolean took(Object segment) {
    synchronized (extra) {
      int count = extra.getOrDefault(segment, 0);
      if (count > 0) {
        extra.put(segment, count - 1);
      }
      return count > 0;
    }
  }

  private boolean lost(Object segment) {
    synchronized (extra) {
      int count = extra.getOrDefault(segment, 0);
      if (count < 0) {
        extra.put(segment, count + 1);
      }
      return count < 0;
    }
  }

  private Object await(Invocation call) {
    if (took(call.object())) {
      return RsmReturn.SUCCESS;
    }
    boolean wait = way.equals("wait");
    int timeout = call.intAt(0);
    if (wait && change.equals("ends") && timeout < 0) {
      return RsmReturn.TIMEOUT;
    }
    int code;
    try {
      code = (int) known.made(call);
    } catch (RsmException e) {
      if (wait && change.equals("outlives") && timeout < 0) {
        return untilInterrupted();
      }
      throw e;
    }
    if (code == RsmReturn.SUCCESS && lost(call.object())) {
      return await(call);
    }
    if (wait) {
      waited(call.object(), code);
    }
    return code;
  }

  private int untilInterrupted() {
    while (!Thread.currentThread().isInterrupted()) {
      LockSupport.park(this);
    }
    return RsmReturn.INTERRUPTED;
  }

  private void waited(Object segment, int code) {
    if (code == RsmReturn.SUCCESS && change.equals("not-taken")) {
      add(segment, 1);
    } else if (code == RsmReturn.INTERRUPTED) {
      if (change.equals("interrupted-takes")) {
        add(segment, -1);
      } else if (change.equals("interrupted-flag")) {
        Thread.interrupted();
      }
    }
  }

  private Object poll(Invocation call) {
    PollFd[] fds = (PollFd[]) call.arguments()[0];
    int count = call.intAt(1);
    if (!way.equals("poll") || fds == null || count < 0 || count > fds.length) {
      return known.made(call);
    }
    int[] found = (int[]) call.arguments()[3];
    for (int i = 0; i < count; i++) {
      if (fds[i].segment() != null && took(fds[i].segment())) {
        fds[i].setRevents(PollFd.POLLRDNORM);
        return setFound(found, 1);
      }
    }
    switch (change) {
      case "null-refused" -> {
        if (found == null) {
          return RsmReturnFault.refused(call);
        }
      }
      case "ends" -> {
        if (call.intAt(2) < 0) {
          return RsmReturn.TIMEOUT;
        }
      }
      case "channels" -> {
        if (fds[count - 1].channel() != null) {
          call.arguments()[1] = count - 1;
        }
      }
      default -> {}
    }
    int code = change.equals("to-the-limit") ? toTheLimit(call) : (int) known.made(call);
    for (int i = 0; i < count && code == RsmReturn.SUCCESS; i++) {
      if (fds[i].revents() != 0 && fds[i].segment() != null && lost(fds[i].segment())) {
        return poll(call);
      }
    }
    polled(fds, count, found, code);
    return code;
  }

  /** Looks for events at the begin and at the end of the time only. */
  private int toTheLimit(Invocation call) {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(call.intAt(2));
    if (call.intAt(2) <= 0) {
      return (int) known.made(call);
    }
    call.arguments()[2] = 0;
    int code = (int) known.made(call);
    long left = end - System.nanoTime();
    while (code == RsmReturn.TIMEOUT && left > 0 && !Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(this, left);
      left = end - System.nanoTime();
    }
    return code == RsmReturn.TIMEOUT ? (int) known.made(call) : code;
  }

  private static int setFound(int[] found, int number) {
    if (found != null) {
      found[0] = number;
    }
    return RsmReturn.SUCCESS;
  }

  private void polled(PollFd[] fds, int count, int[] found, int code) {
    if (code == RsmReturn.TIMEOUT && change.equals("count-of-none")) {
      setFound(found, 1);
    } else if (code == RsmReturn.INTERRUPTED && change.equals("interrupted-takes")) {
      add(fds[0].segment(), -1);
    }
    if (code != RsmReturn.SUCCESS) {
      return;
    }
    boolean first = true;
    for (int i = 0; i < count; i++) {
      boolean ready = fds[i].revents() != 0;
      switch (change) {
        case "revents" -> fds[i].setRevents(0);
        case "all-revents" -> fds[i].setRevents(PollFd.POLLRDNORM);
        case "not-taken" -> {
          if (ready && fds[i].segment() != null) {
            add(fds[i].segment(), 1);
          }
        }
        case "first-only" -> {
          if (ready && !first) {
            fds[i].setRevents(0);
            setFound(found, 1);
          }
        }
        case "takes-all" -> {
          if (!ready && fds[i].segment() != null) {
            add(fds[i].segment(), -1);
          }
        }
        default -> {}
      }
      first &= !ready;
    }
    if (change.equals("count") && found != null) {
      found[0]++;
    }
  }
}
