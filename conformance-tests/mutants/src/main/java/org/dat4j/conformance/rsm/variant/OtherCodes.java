package org.dat4j.conformance.rsm.variant;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.RsmConstants;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.ScatGath;
import org.dat4j.rsm.spi.forward.Call;

/**
 * Gives refusals another permitted return code, for an honest variant of RSM, a correct provider
 * that uses freedoms of the pages. Immutable.
 */
final class OtherCodes {
  private static final String VECTORS = "ImportSegment\\.(put|get)v";
  private static final Pattern VECTOR = Pattern.compile(VECTORS);

  /**
   * A code that may take the place of another one.
   *
   * @param freedom allows it
   * @param calls pattern of the calls
   * @param from the code of the provider
   * @param to the other code
   * @param applies whether a refused call is meant
   */
  private record Other(
      RsmFreedom freedom, String calls, int from, int to, Predicate<Call> applies) {}

  private static final List<Other> OTHERS =
      List.of(
          new Other(
              RsmFreedom.PAST_THE_END_IS_AN_OFFSET,
              "ImportSegment\\.(put|get)(8|16|32|64)?",
              RsmReturn.BAD_LENGTH,
              RsmReturn.BAD_OFFSET,
              call -> true),
          new Other(
              RsmFreedom.PAST_THE_END_IS_AN_OFFSET,
              VECTORS,
              RsmReturn.BAD_LENGTH,
              RsmReturn.BAD_OFFSET,
              call -> isOutside(call, vector(call), bad(vector(call)))),
          new Other(
              RsmFreedom.ODD_LENGTH_IS_A_LENGTH,
              "RsmController\\.createExportSegment",
              RsmReturn.BAD_MEM_ALIGNMENT,
              RsmReturn.BAD_LENGTH,
              OtherCodes::isAligned),
          new Other(
              RsmFreedom.MISALIGNED_REBIND_IS_AN_ALIGNMENT,
              "ExportSegment\\.rebind",
              RsmReturn.BAD_ADDR,
              RsmReturn.BAD_MEM_ALIGNMENT,
              call -> call.arguments()[0] instanceof ByteBuffer memory && memory.isDirect()),
          new Other(
              RsmFreedom.FREED_HANDLE_IS_A_HANDLE,
              VECTORS,
              RsmReturn.BAD_SGIO,
              RsmReturn.BAD_LOCALMEM_HNDL,
              call -> {
                ScatGath vector = vector(call);
                return vector != null && bad(vector) >= 0 && vector.isHandle(bad(vector));
              }),
          new Other(
              RsmFreedom.ORDER_AFTER_ABORT_IS_A_FAILURE,
              "RsmBarrier\\.order",
              RsmReturn.CONN_ABORTED,
              RsmReturn.BARRIER_FAILURE,
              call -> true),
          new Other(
              RsmFreedom.DESTROYED_BARRIER_IS_A_POINTER,
              "RsmBarrier\\.(open|destroy)",
              RsmReturn.BARRIER_UNINITIALIZED,
              RsmReturn.BAD_BARRIER_PTR,
              call -> true),
          new Other(
              RsmFreedom.FOREIGN_NODE_IS_UNREACHABLE,
              "RsmController\\.connectImportSegment",
              RsmReturn.CTLR_NOT_PRESENT,
              RsmReturn.REMOTE_NODE_UNREACHABLE,
              call -> true),
          new Other(
              RsmFreedom.MAP_IS_NOT_CONNECTED,
              "ImportSegment\\.map",
              RsmReturn.BAD_SEG_HNDL,
              RsmReturn.SEG_NOT_CONNECTED,
              call -> true));

  private final RsmVariantLayer layer;

  OtherCodes(RsmVariantLayer layer) {
    this.layer = layer;
  }

  Object call(Call call) {
    try {
      Object answer =
          VECTOR.matcher(call.name()).matches() && layer.uses(RsmFreedom.BAD_VECTOR_MOVES_NOTHING)
              ? vector(call, vector(call))
              : call.proceed();
      boolean code = call.method().getReturnType() == int.class && call.manPage() != null;
      return code && !call.name().equals("ExportSegment.publish")
          ? (Object) other(call, (int) answer)
          : answer;
    } catch (RsmException e) {
      int code = other(call, e.code());
      if (code == e.code()) {
        throw e;
      }
      throw new RsmException(code, e.object(), e.argument(), e.value(), e.remedy(), e);
    }
  }

  private int other(Call call, int code) {
    for (Other other : OTHERS) {
      if (other.from() == code
          && layer.uses(other.freedom())
          && call.name().matches(other.calls())
          && other.applies().test(call)) {
        return other.to();
      }
    }
    return code;
  }

  /** Makes a vector; one with an entry outside the segment is refused before anything moves. */
  private static Object vector(Call call, ScatGath vector) {
    int count = vector == null || vector.count() > RsmConstants.MAX_SGIOREQS ? 0 : vector.count();
    for (int i = 0; i < count; i++) {
      if (!isOutside(call, vector, i)) {
        continue;
      }
      ScatGath alone = new ScatGath(1);
      if (vector.isHandle(i)) {
        alone.add(
            vector.handle(i), vector.localOffset(i), vector.remoteOffset(i), vector.length(i));
      } else {
        alone.add(
            vector.buffer(i), vector.localOffset(i), vector.remoteOffset(i), vector.length(i));
      }
      call.arguments()[0] = alone;
      try {
        return call.proceed();
      } finally {
        call.arguments()[0] = vector;
        vector.setResidual(count);
      }
    }
    return call.proceed();
  }

  private static ScatGath vector(Call call) {
    return (ScatGath) call.arguments()[0];
  }

  /** Returns the first entry that a refused vector did not do, -1 for none. */
  private static int bad(ScatGath vector) {
    int bad = vector.count() - vector.residual();
    return vector.count() > 0 && bad >= 0 && bad < vector.count() ? bad : -1;
  }

  /** Returns whether an entry starts in the segment and ends outside. */
  private static boolean isOutside(Call call, ScatGath vector, int entry) {
    if (vector == null || entry < 0) {
      return false;
    }
    long left = ((ImportSegment) call.object()).length() - vector.remoteOffset(entry);
    return vector.remoteOffset(entry) >= 0 && left > 0 && vector.length(entry) > left;
  }

  private static boolean isAligned(Call call) {
    ByteBuffer memory = (ByteBuffer) call.arguments()[0];
    int page = (int) ((RsmController) call.object()).getAttr().pageSize();
    return memory.alignmentOffset(memory.position(), page) == 0;
  }
}
