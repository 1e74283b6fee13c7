package org.dat4j.rsm.spi;

import org.dat4j.rsm.BarrierMode;
import org.dat4j.rsm.BarrierType;
import org.dat4j.rsm.MapAttribute;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.RsmBarrier;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.SegmentMap;

/** Layer one of an import segment: its states, barriers and windows, and its transfers. */
public abstract class AbstractImportSegment extends AbstractTransfers {
  private volatile BarrierMode mode = BarrierMode.IMPLICIT;
  private Barrier implicitBarrier;
  private boolean mapped;

  /**
   * Makes a connected import.
   *
   * @param controller its controller
   * @param length octets of the segment
   * @param permission what it may do, a valid permission
   */
  protected AbstractImportSegment(AbstractController controller, long length, int permission) {
    super(controller, length, permission);
    setGate();
  }

  /** In the lock, or while nobody else knows this object. */
  private void setGate() {
    setGate(mode == BarrierMode.EXPLICIT || implicitBarrier != null);
  }

  @Override
  final void orphan() {
    super.orphan();
    synchronized (lock) {
      setGate();
    }
  }

  @Override
  public final void disconnect() {
    synchronized (lock) {
      checkNotGone("disconnect");
      if (mapped) {
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
        if (mapped) {
          endMapping();
        }
        end();
      }
    }
  }

  private void end() {
    gone();
    setGate();
    implDisconnect();
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
            "0" + Integer.toOctalString(perm),
            "stay within 0" + Integer.toOctalString(permission()));
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
   * @param octets in the segment
   * @return the mapping
   * @throws RsmException RSMERR_CONN_ABORTED, RSMERR_MAP_FAILED, RSMERR_INSUFFICIENT_RESOURCES
   */
  protected SegmentMap implMap(long address, int perm, long offset, long octets) {
    throw Errors.of(
        RsmReturn.MAP_FAILED,
        this + ".map",
        "controller",
        controller(),
        "it cannot map; use get, put, getv and putv");
  }

  /** Ends the mapping that {@link #implMap} made. By default there is none. */
  protected void implUnmap() {}

  /**
   * A barrier comes into being. By default nothing happens.
   *
   * @param barrier identifies the spans it will have
   * @param type not null
   * @throws RsmException RSMERR_INSUFFICIENT_MEM; nothing has changed
   */
  protected void implInitBarrier(RsmBarrier barrier, BarrierType type) {}

  /**
   * A barrier is not used any more; barriers of an import that is disconnected end with it. By
   * default nothing happens.
   *
   * @param barrier what {@link #implInitBarrier} was given
   */
  protected void implDestroyBarrier(RsmBarrier barrier) {}

  /**
   * The mode changes. By default nothing happens. It begins as {@link BarrierMode#IMPLICIT}.
   *
   * @param mode not null
   * @throws RsmException why not; the mode stays
   */
  protected void implSetMode(BarrierMode mode) {}

  /**
   * A span begins. By default nothing happens.
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

  /** Gives up everything; it is not mapped. Called once. */
  protected abstract void implDisconnect();
}
