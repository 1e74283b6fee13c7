package org.dat4j.conformance.rsm.mutant;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Set;
import org.dat4j.rsm.BarrierMode;
import org.dat4j.rsm.BarrierType;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.RsmBarrier;
import org.dat4j.rsm.RsmReturn;

/**
 * A known fault that makes an RSM provider a mutant: one rule of barriers or barrier modes does not
 * hold.
 */
final class BarrierFault implements RsmFault {
  private final String rule;
  private final HandleTracker known = new HandleTracker();

  /** Imports that had a barrier before. */
  private final Set<Object> initialised = identities();

  private final Set<Object> open = identities();

  /** Imports in whose span an order was made. */
  private final Set<Object> ordered = identities();

  /** Transfers that wait for the end of their span. */
  private final Deque<Invocation> late = new ArrayDeque<>();

  BarrierFault(String rule) {
    this.rule = rule;
  }

  private static Set<Object> identities() {
    return Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));
  }

  @Override
  public Object call(Invocation call) {
    return switch (call.name()) {
      case "ImportSegment.initBarrier" -> init(call);
      case "ImportSegment.setMode" -> setMode(call);
      case "RsmController.connectImportSegment" -> connect(call);
      case "RsmBarrier.open" -> open(call);
      case "RsmBarrier.order" -> order(call);
      case "RsmBarrier.close" -> close(call);
      default -> TransferArguments.is(call) ? transfer(call) : known.made(call);
    };
  }

  @Override
  public Object pass(Invocation call) {
    return known.made(call);
  }

  private Object init(Invocation call) {
    if (rule.equals("one-type") && call.arguments()[0] != BarrierType.SEGMENT) {
      return RsmReturnFault.refused(call);
    }
    if (rule.equals("no-second") && !initialised.add(call.object())) {
      return RsmReturnFault.refused(call);
    }
    Object answer = known.made(call);
    if (rule.equals("second-idle") && !initialised.add(call.object())) {
      ((RsmBarrier) answer).destroy();
    }
    return answer;
  }

  private Object setMode(Invocation call) {
    BarrierMode mode = (BarrierMode) call.arguments()[0];
    ImportSegment own = (ImportSegment) call.object();
    if (mode == null && rule.equals("refused-mode")) {
      boolean explicit = own.getMode() == BarrierMode.EXPLICIT;
      own.setMode(explicit ? BarrierMode.IMPLICIT : BarrierMode.EXPLICIT);
    }
    Object answer = known.made(call);
    if (rule.equals("shared-mode")) {
      known.importsOf(known.importOf(own).export()).forEach(other -> other.object().setMode(mode));
    }
    return answer;
  }

  private Object connect(Invocation call) {
    ImportSegment segment = (ImportSegment) known.made(call);
    if (rule.equals("explicit-first")) {
      segment.setMode(BarrierMode.EXPLICIT);
    } else if (rule.equals("barrier-first")) {
      segment.initBarrier(BarrierType.DEFAULT);
    }
    return segment;
  }

  private Object open(Invocation call) {
    boolean implicit = known.segmentOf(call.object()).mode() == BarrierMode.IMPLICIT;
    if (rule.equals("not-by-hand") && implicit) {
      return RsmReturnFault.refused(call);
    }
    if (rule.equals("one-span")) {
      synchronized (open) {
        if (!open.isEmpty() && !open.contains(call.object())) {
          return RsmReturnFault.refused(call);
        }
        open.add(call.object());
      }
    }
    return known.made(call);
  }

  private Object order(Invocation call) {
    if (rule.equals("order-late")) {
      ordered.add(known.segmentOf(call.object()).object());
    }
    return known.made(call);
  }

  private Object close(Invocation call) {
    if (rule.equals("one-span")) {
      open.remove(call.object());
    }
    Object answer = known.made(call);
    if (rule.equals("order-late")) {
      ordered.remove(known.segmentOf(call.object()).object());
      flush();
    }
    return answer;
  }

  private void flush() {
    synchronized (late) {
      while (!late.isEmpty()) {
        late.remove().proceed();
      }
    }
  }

  private Object transfer(Invocation call) {
    HandleTracker.Import segment = known.importOf(call.object());
    boolean spans = segment.mode() == BarrierMode.EXPLICIT && !segment.aborted();
    boolean put = TransferArguments.writes(call);
    boolean held =
        switch (rule) {
          case "span-loses-puts" -> put;
          case "span-loses-gets" -> !put;
          case "order-late" -> put && !ordered.contains(call.object());
          default -> false;
        };
    if (!spans || !held || known.state(call).equals("GONE")) {
      return known.made(call);
    }
    if (rule.equals("order-late")) {
      TransferArguments.copied(call);
      synchronized (late) {
        late.add(call);
      }
    }
    return RsmReturn.SUCCESS;
  }
}
