package org.dat4j.rsm.spi;

import java.util.concurrent.CompletionStage;
import org.dat4j.rsm.BarrierMode;
import org.dat4j.rsm.BarrierType;
import org.dat4j.rsm.MapAttribute;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.RsmBarrier;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.SegmentMap;

/**
 * The base of the RSM import segments of all providers: keeps state, barriers and mapped window,
 * and checks calls before the provider's code is called.
 */
public abstract class AbstractImportSegment extends AbstractTransfers {
  private final AbortNotice notice = new AbortNotice();
  private volatile BarrierMode mode = BarrierMode.IMPLICIT;
  private Barrier implicitBarrier;
  private boolean mapped;

  /**
   * Makes a connected import.
   *
   * @param controller its controller
   * @param length bytes of the segment
   * @param permission the rights of the import, a valid permission
   */
  protected AbstractImportSegment(AbstractController controller, long length, int permission) {
    super(controller, length, permission);
    setGate();
  }

  /**
   * Lets transfers pass without a barrier, or stops them, as the mode says. Called under the lock,
   * or before other threads know this object.
   */
  private void setGate() {
    setGate(mode == BarrierMode.EXPLICIT || implicitBarrier != null);
  }

  @Override
  final void orphan() {
    super.orphan();
    synchronized (lock) {
      setGate();
    }
    notice.end(notLive("aborted"));
  }

  @Override
  public final void disconnect() {
    synchronized (lock) {
      checkNotGone("disconnect");
      if (mapped && isLive()) {
        throw Errors.of(
            RsmReturn.SEG_STILL_MAPPED, this + ".disconnect", "state", "mapped", "unmap it first");
      }
      checkNoPollReferences("disconnect");
      end();
    }
  }

  @Override
  public final void close() {
    synchronized (lock) {
      if (!isGone()) {
        end();
      }
    }
  }

  private void end() {
    if (mapped) {
      endMapping();
    }
    gone();
    setGate();
    try {
      notice.end(notLive("aborted"));
    } finally {
      // Called even if there is no memory for the exception, because no caller can end the import a
      // second time.
      implDisconnect();
    }
  }

  @Override
  public final int awaitOrAborted(int timeoutMillis) {
    checkLive("awaitOrAborted");
    int code = implAwaitOrAborted(timeoutMillis);
    if (code != RsmReturn.SUCCESS && !isLive()) {
      throw notLive("awaitOrAborted");
    }
    return code;
  }

  @Override
  public final CompletionStage<Void> aborted() {
    checkLive("aborted");
    boolean before = implIsAborted();
    CompletionStage<Void> stage = notice.stage();
    if (before) {
      notice.complete();
    } else {
      tellIfAborted();
    }
    return stage;
  }

  /**
   * Asks the provider first: for an import that has ended, its answer may be about another import.
   */
  @Override
  final boolean isAborted() {
    return implIsAborted() && isLive();
  }

  private void tellIfAborted() {
    if (isAborted()) {
      notice.complete();
    }
  }

  /**
   * Completes the stage of {@link #aborted} if this import is aborted, and wakes pollers. The
   * provider calls it, from any thread, after the import may have been aborted. Calls without an
   * abort have no effect.
   */
  protected final void noticeAbort() {
    if (notice.isAwaited()) {
      tellIfAborted();
    }
    wakePollers();
  }

  @Override
  public final SegmentMap map(
      MapAttribute attribute, long address, int perm, long offset, long mapLength) {
    synchronized (lock) {
      checkLive("map");
      String where = this + ".map";
      if (mapped) {
        throw Errors.of(RsmReturn.SEG_ALREADY_MAPPED, where, "state", "mapped", "unmap it first");
      }
      if (!Permission.valid(perm) || (perm & ~permission()) != 0) {
        throw Errors.of(
            RsmReturn.BAD_PERMS,
            where,
            "perm",
            Permission.toString(perm),
            "stay within " + Permission.toString(permission()));
      }
      if (mapLength <= 0) {
        throw Errors.length(where, "length", mapLength, "give at least 1");
      }
      if (offset < 0 || offset >= length()) {
        throw Errors.of(
            RsmReturn.BAD_OFFSET, where, "offset", offset, "give 0 to " + (length() - 1));
      }
      if (mapLength > length() - offset) {
        throw Errors.length(where, "length", mapLength, "give at most " + (length() - offset));
      }
      long page = controller().implAttr().pageSize();
      checkAligned(where, "offset", offset, page);
      boolean fixed = attribute == MapAttribute.FIXED;
      if (fixed) {
        checkAligned(where, "address", address, page);
      }
      SegmentMap map = implMap(fixed ? address : 0, perm, offset, mapLength);
      setWindow(offset, offset + mapLength);
      mapped = true;
      return map;
    }
  }

  private static void checkAligned(String where, String what, long value, long page) {
    if (value % page != 0) {
      throw Errors.of(
          RsmReturn.BAD_MEM_ALIGNMENT, where, what, value, "give a multiple of " + page);
    }
  }

  @Override
  public final void unmap() {
    synchronized (lock) {
      checkLive("unmap");
      if (!mapped) {
        throw Errors.of(
            RsmReturn.SEG_NOT_MAPPED, this + ".unmap", "state", "not mapped", "map it first");
      }
      checkNoPollReferences("unmap");
      endMapping();
    }
  }

  private void endMapping() {
    mapped = false;
    setWindow(0, length());
    implUnmap();
  }

  @Override
  public final RsmBarrier initBarrier(BarrierType type) {
    synchronized (lock) {
      checkLive("initBarrier");
      Barrier made = new Barrier(this);
      implInitBarrier(made, type == null ? BarrierType.DEFAULT : type);
      implicitBarrier = made;
      setGate();
      return made;
    }
  }

  final void dropBarrier(Barrier barrier) {
    synchronized (lock) {
      if (!isGone()) {
        implDestroyBarrier(barrier);
      }
      if (implicitBarrier == barrier) {
        implicitBarrier = null;
        setGate();
      }
    }
  }

  @Override
  public final void setMode(BarrierMode value) {
    synchronized (lock) {
      checkLive("setMode");
      if (value == null) {
        throw Errors.of(RsmReturn.BAD_MODE, this + ".setMode", "mode", null, "give a mode");
      }
      implSetMode(value);
      mode = value;
      setGate();
    }
  }

  @Override
  public final BarrierMode getMode() {
    synchronized (lock) {
      checkLive("getMode");
      return mode;
    }
  }

  /**
   * Tells whether transfers may end later than their calls.
   *
   * @return false in implicit mode, where a transfer is complete when it returns
   */
  protected final boolean isExplicit() {
    return mode == BarrierMode.EXPLICIT;
  }

  @Override
  public final String toString() {
    return text("ImportSegment");
  }

  /**
   * Maps for direct access. By default the controller cannot.
   *
   * @param address page-aligned, or 0 for any
   * @param perm valid and within the rights
   * @param offset page-aligned, in the segment
   * @param bytes number of bytes in the segment
   * @return the mapping
   * @throws RsmException RSMERR_CONN_ABORTED, RSMERR_MAP_FAILED, RSMERR_INSUFFICIENT_RESOURCES
   */
  protected SegmentMap implMap(long address, int perm, long offset, long bytes) {
    throw Errors.of(
        RsmReturn.MAP_FAILED,
        this + ".map",
        "controller",
        controller(),
        "it cannot map; use get, put, getv and putv");
  }

  /** Ends the mapping of {@link #implMap}. By default there is none. */
  protected void implUnmap() {}

  /**
   * Prepares a new barrier. By default nothing happens.
   *
   * @param barrier identifies the spans it will have
   * @param type not null
   * @throws RsmException RSMERR_INSUFFICIENT_MEM; nothing has changed
   */
  protected void implInitBarrier(RsmBarrier barrier, BarrierType type) {}

  /**
   * Releases a barrier that is no longer used; barriers of an import that is disconnected end with
   * it. By default nothing happens.
   *
   * @param barrier the barrier that {@link #implInitBarrier} was given
   */
  protected void implDestroyBarrier(RsmBarrier barrier) {}

  /**
   * Changes the mode. By default nothing happens. The first mode is {@link BarrierMode#IMPLICIT}.
   *
   * @param mode not null
   * @throws RsmException if the mode cannot be changed, which then stays
   */
  protected void implSetMode(BarrierMode mode) {}

  /**
   * Begins a span. By default nothing happens.
   *
   * @param barrier identifies the span
   * @return RSM_SUCCESS or RSMERR_BARRIER_OPEN_FAILED
   */
  protected int implOpenBarrier(RsmBarrier barrier) {
    return RsmReturn.SUCCESS;
  }

  /**
   * Completes the span's earlier writes before later ones.
   *
   * @param barrier identifies the span
   * @return RSM_SUCCESS, RSMERR_CONN_ABORTED or RSMERR_BARRIER_FAILURE
   */
  protected abstract int implOrderBarrier(RsmBarrier barrier);

  /**
   * Completes the span.
   *
   * @param barrier identifies the span
   * @return RSM_SUCCESS, RSMERR_CONN_ABORTED or RSMERR_BARRIER_FAILURE
   */
  protected abstract int implCloseBarrier(RsmBarrier barrier);

  /**
   * Takes a signal, waiting for it or for an abort. By default refused; a provider that overrides
   * it declares {@code Hosting.notices}. Ends early when {@link #isLive()} turns false.
   *
   * @param timeoutMillis 0 polls, negative waits without limit
   * @return RSM_SUCCESS, RSMERR_CONN_ABORTED, RSMERR_TIMEOUT, or RSMERR_INTERRUPTED with the flag
   *     still set; as for {@link #implAwait} any error if {@code isLive()} has turned false
   * @throws RsmException RSMERR_UNSUPPORTED_OPERATION
   */
  protected int implAwaitOrAborted(int timeoutMillis) {
    throw Errors.unsupported(this + ".awaitOrAborted", this);
  }

  /**
   * Tells whether this import is aborted. By default refused; a provider that overrides it calls
   * {@link #noticeAbort} after each abort and declares {@code Hosting.notices}.
   *
   * @return anything once {@link #isLive()} is false
   * @throws RsmException RSMERR_UNSUPPORTED_OPERATION
   */
  protected boolean implIsAborted() {
    throw Errors.unsupported(this + ".aborted", this);
  }

  /**
   * Releases everything that the import holds, which is not mapped and no longer {@link #isLive()
   * live} then. Called once.
   */
  protected abstract void implDisconnect();
}
