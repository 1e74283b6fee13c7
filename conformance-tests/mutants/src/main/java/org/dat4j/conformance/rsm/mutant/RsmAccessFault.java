package org.dat4j.conformance.rsm.mutant;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.dat4j.rsm.AccessEntry;
import org.dat4j.rsm.BarrierMode;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.ScatGath;

/**
 * A known fault that makes an RSM provider a mutant: an access check is left out or too late, so a
 * forbidden call takes effect.
 */
final class RsmAccessFault implements RsmFault {
  private static final int OWNER = 6;
  private static final int DIGIT = 7;
  private static final int EXECUTE = 0111;
  private static final int TWO_NODES = 3;

  private final String method;
  private final String check;
  private final HandleTracker known = new HandleTracker();

  RsmAccessFault(String method, String check) {
    this.method = method;
    this.check = check;
  }

  @Override
  public Object call(Invocation call) {
    return call.method().equals(method) ? checked(call) : known.made(call);
  }

  @Override
  public Object pass(Invocation call) {
    return known.made(call);
  }

  private Object checked(Invocation call) {
    return switch (check) {
      case "list", "fall-through", "last-entry", "every-node", "execute" -> rewritten(call);
      case "refused-replaces" -> replaced(call);
      case "perm" -> connected(call);
      default -> transferred(call);
    };
  }

  /** A publish or republish whose list says something else. */
  @SuppressWarnings("unchecked")
  private Object rewritten(Invocation call) {
    int at = call.arguments().length - 1;
    List<AccessEntry> list = (List<AccessEntry>) call.arguments()[at];
    if (list == null || list.isEmpty() || list.contains(null)) {
      return known.made(call);
    }
    List<AccessEntry> other = new ArrayList<>(list);
    switch (check) {
      case "list" -> other.replaceAll(e -> new AccessEntry(e.node(), widened(e, 0600)));
      case "fall-through" ->
          other.replaceAll(
              e -> new AccessEntry(e.node(), widened(e, (e.permission() & DIGIT) << OWNER)));
      case "last-entry" -> Collections.reverse(other);
      case "every-node" -> {
        for (int node = 1; node <= TWO_NODES; node++) {
          int unnamed = node;
          if (other.stream().noneMatch(e -> e.node() == unnamed)) {
            other.add(new AccessEntry(node, 0666));
          }
        }
      }
      default -> {
        if (other.stream().anyMatch(e -> (e.permission() & EXECUTE) != 0)) {
          return RsmReturnFault.refused(call);
        }
      }
    }
    call.arguments()[at] = other;
    return known.made(call);
  }

  private static int widened(AccessEntry entry, int bits) {
    boolean legal = entry.permission() >= 0 && entry.permission() <= 0666;
    return legal ? entry.permission() | bits : entry.permission();
  }

  /** A republish that is refused and replaces the list by none all the same. */
  private Object replaced(Invocation call) {
    try {
      return known.made(call);
    } catch (RsmException refused) {
      HandleTracker.Export export = known.export(call.object());
      if (refused.code() == RsmReturn.BAD_ACL && export != null && export.published()) {
        export.object().republish(null);
      }
      throw refused;
    }
  }

  /** A connect that takes any permission for all. */
  private Object connected(Invocation call) {
    if (!Permission.valid(call.intAt(2))) {
      call.arguments()[2] = Permission.RDWR;
    }
    return known.made(call);
  }

  private Object transferred(Invocation call) {
    int code;
    RsmException thrown = null;
    try {
      code = (int) known.made(call);
    } catch (RsmException e) {
      code = e.code();
      thrown = e;
    }
    if (code == refusedWith()) {
      if (!check.endsWith("leak")) {
        return permitted(call);
      }
      leak(call);
    }
    if (thrown != null) {
      throw thrown;
    }
    return code;
  }

  private int refusedWith() {
    return switch (check) {
      case "right", "right-leak" -> RsmReturn.PERM_DENIED;
      case "window", "low-leak" -> RsmReturn.BAD_OFFSET;
      case "end-leak" -> RsmReturn.BAD_LENGTH;
      case "barrier-leak" -> RsmReturn.BARRIER_UNINITIALIZED;
      case "abort-leak" -> RsmReturn.CONN_ABORTED;
      case "gone-leak" -> RsmReturn.BAD_SEG_HNDL;
      default -> throw new IllegalArgumentException("check '" + check + "'");
    };
  }

  /** Does through a second import what was refused. */
  private Object permitted(Invocation call) {
    HandleTracker.Import segment = known.importOf(call.object());
    if (segment == null || segment.export() == null) {
      return RsmReturn.SUCCESS;
    }
    try (ImportSegment free =
        segment
            .controller()
            .object()
            .connectImportSegment(segment.node(), segment.export().id(), Permission.RDWR)) {
      free.setMode(BarrierMode.EXPLICIT);
      return call.on(free).proceed();
    } catch (RsmException denied) {
      return RsmReturn.SUCCESS;
    }
  }

  /** Changes one byte of what the refused call would have changed. */
  private void leak(Invocation call) {
    HandleTracker.Import segment = known.importOf(call.object());
    if (call.arguments()[0] instanceof ScatGath vector) {
      change(segment, vector.count() == 0 ? 0 : vector.remoteOffset(0));
    } else if (TransferArguments.writes(call)) {
      change(segment, TransferArguments.offset(call));
    } else {
      TransferArguments.spoil(call.arguments()[1], call.intAt(2));
    }
  }

  private static void change(HandleTracker.Import segment, long offset) {
    if (segment != null && segment.export() != null) {
      ByteBuffer memory = segment.export().memory();
      int at = (int) Math.max(0, Math.min(offset, memory.capacity() - 1));
      memory.put(at, (byte) (memory.get(at) + 1));
    }
  }
}
