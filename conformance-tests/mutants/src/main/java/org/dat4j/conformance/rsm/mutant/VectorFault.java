package org.dat4j.conformance.rsm.mutant;

import java.nio.ByteBuffer;
import org.dat4j.rsm.LocalMemoryHandle;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.ScatGath;

/**
 * A known fault that makes an RSM provider a mutant: putv or getv treats the entries of the vector
 * wrongly, or reports a wrong outcome.
 */
final class VectorFault implements RsmFault {
  /** An entry on its way into the vector that the provider gets. */
  private static final class Entry {
    private final ScatGath from;
    private final int index;
    private long local;
    private long remote;
    private long length;

    Entry(ScatGath from, int index) {
      this.from = from;
      this.index = index;
      this.local = from.localOffset(index);
      this.remote = from.remoteOffset(index);
      this.length = from.length(index);
    }

    void addTo(ScatGath to) {
      if (from.isHandle(index)) {
        LocalMemoryHandle handle = from.handle(index);
        to.add(handle, local, remote, length);
      } else {
        to.add(from.buffer(index), local, remote, length);
      }
    }
  }

  private final String method;
  private final String change;
  private final HandleTracker known = new HandleTracker();

  VectorFault(String method, String change) {
    this.method = method;
    this.change = change;
  }

  @Override
  public Object call(Invocation call) {
    boolean vector = call.method().equals(method) && call.arguments()[0] != null;
    return vector ? changed(call, (ScatGath) call.arguments()[0]) : known.made(call);
  }

  @Override
  public Object pass(Invocation call) {
    return known.made(call);
  }

  private Object changed(Invocation call, ScatGath given) {
    int count = given.count();
    ScatGath inner = given;
    if (count > 0 && count <= 16) {
      inner = rebuilt(call, given);
      call.arguments()[0] = inner;
    }
    int code;
    RsmException thrown = null;
    try {
      code = (int) known.made(call);
    } catch (RsmException e) {
      code = e.code();
      thrown = e;
    }
    if (inner != given) {
      changeOutcome(call, given, inner, code);
    }
    if (thrown != null) {
      throw thrown;
    }
    return code;
  }

  private ScatGath rebuilt(Invocation call, ScatGath given) {
    int count = given.count();
    ScatGath inner = new ScatGath(count).flags(given.flags());
    int from = change.equals("first-missing") ? 1 : 0;
    int to = change.equals("last-missing") ? count - 1 : count;
    long segment = known.importOf(call.object()).object().length();
    for (int i = from; i < to; i++) {
      Entry entry = new Entry(given, change.equals("reversed") ? count - 1 - i : i);
      switch (change) {
        case "local-offset" -> entry.local = 0;
        case "shorter" -> entry.length = Math.max(entry.length - 1, Math.min(entry.length, 0));
        case "shifted" -> {
          if (entry.remote >= 0 && entry.remote + entry.length < segment) {
            entry.remote++;
          }
        }
        default -> {}
      }
      entry.addTo(inner);
    }
    if (inner.count() == 0) {
      new Entry(given, 0).addTo(inner);
    }
    return inner;
  }

  private void changeOutcome(Invocation call, ScatGath given, ScatGath inner, int code) {
    boolean done = code == RsmReturn.SUCCESS;
    int residual = inner.residual();
    switch (change) {
      case "residual-done" -> residual += done ? 1 : 0;
      case "residual-failed" -> residual += done ? 0 : 1;
      case "goes-on" -> {
        if (!done && residual > 1) {
          proceedBehind(call, given, given.count() - residual + 1);
        }
      }
      case "flags" -> given.flags(given.flags() ^ 1);
      case "other-side" -> {
        if (done) {
          spoilRemote(call, given);
        }
      }
      default -> {}
    }
    given.setResidual(residual);
  }

  private static void proceedBehind(Invocation call, ScatGath given, int from) {
    ScatGath rest = new ScatGath(given.count());
    for (int i = from; i < given.count(); i++) {
      new Entry(given, i).addTo(rest);
    }
    call.arguments()[0] = rest;
    try {
      call.proceed();
    } catch (RsmException refused) {
      // An entry of the rest is bad as well.
    }
  }

  /** Changes a byte behind the last entry. */
  private void spoilRemote(Invocation call, ScatGath given) {
    HandleTracker.Import segment = known.importOf(call.object());
    if (segment.export() != null) {
      ByteBuffer memory = segment.export().memory();
      int last = given.count() - 1;
      long at = given.remoteOffset(last) + given.length(last);
      if (at >= 0 && at < memory.capacity()) {
        memory.put((int) at, (byte) (memory.get((int) at) + 1));
      }
    }
  }
}
