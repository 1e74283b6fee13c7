package org.dat4j.rsm.spi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.dat4j.rsm.AccessEntry;
import org.dat4j.rsm.ExportFlags;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.ImporterInfo;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.SegmentIds;

/**
 * The base of the RSM export segments of all providers: keeps the state and checks each call before
 * the provider's code is called.
 */
public abstract class AbstractExportSegment extends AbstractSegment implements ExportSegment {
  private final int flags;
  private final long length;
  private final List<Consumer<ImporterInfo>> listeners = new CopyOnWriteArrayList<>();
  private volatile boolean published;

  /**
   * Makes a bound segment.
   *
   * @param controller its controller
   * @param length bytes
   * @param flags given at create
   */
  protected AbstractExportSegment(AbstractController controller, long length, int flags) {
    super(controller);
    this.length = length;
    this.flags = flags;
  }

  @Override
  public final long length() {
    return length;
  }

  private void checkPublished(String call) {
    checkLive(call);
    if (!published) {
      throw Errors.of(
          RsmReturn.SEG_NOT_PUBLISHED, this + "." + call, "state", "bound", "publish it first");
    }
  }

  private List<AccessEntry> checked(String call, List<AccessEntry> list) {
    return Access.checked(
        this + "." + call, list, controller().isLoopback(), controller().implLocalNode());
  }

  @Override
  public final int publish(int segmentId, List<AccessEntry> accessList) {
    synchronized (lock) {
      checkLive("publish");
      String where = this + ".publish";
      if (published) {
        throw Errors.of(
            RsmReturn.SEG_ALREADY_PUBLISHED, where, "state", "published", "unpublish it first");
      }
      if (segmentId != 0 && SegmentIds.reserved(segmentId)) {
        throw Errors.of(
            RsmReturn.RESERVED_SEGID,
            where,
            "segmentId",
            "0x" + Integer.toHexString(segmentId),
            "give 0x400000 to 0x7fffffff, or 0 to have one picked");
      }
      int id = implPublish(segmentId, checked("publish", accessList));
      published = true;
      return id;
    }
  }

  @Override
  public final void republish(List<AccessEntry> accessList) {
    synchronized (lock) {
      checkPublished("republish");
      implRepublish(checked("republish", accessList));
    }
  }

  @Override
  public final void unpublish() {
    synchronized (lock) {
      checkPublished("unpublish");
      checkNoPollReferences("unpublish");
      implUnpublish();
      published = false;
    }
  }

  @Override
  public final void rebind(ByteBuffer memory, long offset) {
    synchronized (lock) {
      checkLive("rebind");
      String where = this + ".rebind";
      if (memory == null) {
        throw Errors.address(where, "memory", null, "give a direct buffer");
      }
      if ((flags & ExportFlags.ALLOW_REBIND) == 0) {
        throw Errors.of(
            RsmReturn.REBIND_NOT_ALLOWED,
            where,
            "flags",
            flags,
            "create it with ExportFlags.ALLOW_REBIND");
      }
      AbstractController.checkMemory(where, memory);
      if (memory.remaining() != length) {
        throw Errors.length(where, "memory.remaining", memory.remaining(), "give " + length);
      }
      int page = (int) controller().implAttr().pageSize();
      int misaligned = memory.alignmentOffset(memory.position(), page);
      if (misaligned != 0) {
        throw Errors.address(
            where, "memory address modulo page", misaligned, "use alignedSlice(" + page + ")");
      }
      implRebind(memory.slice().order(ByteOrder.nativeOrder()));
    }
  }

  @Override
  public final List<ImporterInfo> importers() {
    checkLive("importers");
    return List.copyOf(implImporters());
  }

  @Override
  public final void onImporterLost(Consumer<ImporterInfo> listener) {
    synchronized (lock) {
      checkLive("onImporterLost");
      if (listener == null) {
        throw Errors.address(this + ".onImporterLost", "listener", null, "give a listener");
      }
      implWatchImporters();
      listeners.add(listener);
    }
  }

  /**
   * Tells the listeners that an import was lost. The provider calls it, from any thread, once for
   * each import that {@link #implWatchImporters} has it watch. It does not wait for the listeners.
   *
   * @param importer the import, which {@link #implImporters} does not list
   */
  protected final void importerLost(ImporterInfo importer) {
    for (Consumer<ImporterInfo> listener : listeners) {
      Notices.run(() -> listener.accept(importer));
    }
  }

  @Override
  public final void destroy() {
    synchronized (lock) {
      checkNotGone("destroy");
      checkNoPollReferences("destroy");
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
    boolean was = published;
    published = false;
    gone();
    try {
      if (was) {
        implUnpublish();
      }
    } finally {
      // Called even after a failure, because no caller can end the segment a second time.
      implDestroy();
    }
  }

  @Override
  final void checkPollable() {
    if (!published) {
      throw Errors.segment(this + ".getPollfd", this, "publish it first");
    }
  }

  @Override
  public final String toString() {
    return text("ExportSegment");
  }

  /**
   * Makes the segment importable.
   *
   * @param segmentId a legal id, or 0 to pick one from {@link SegmentIds#USER_APP_BASE} to {@link
   *     SegmentIds#USER_APP_END}: 0x80000000 to 0xFFFFFFFF, which no program can ask for
   * @param accessList checked, possibly empty
   * @return the id
   * @throws RsmException RSMERR_SEGID_IN_USE, RSMERR_INSUFFICIENT_RESOURCES; nothing has changed
   */
  protected abstract int implPublish(int segmentId, List<AccessEntry> accessList);

  /**
   * Replaces the access list.
   *
   * @param accessList checked, possibly empty
   */
  protected abstract void implRepublish(List<AccessEntry> accessList);

  /**
   * Withdraws the id and aborts the importers; on return none of them changes the memory. When the
   * segment ends and is no longer {@link #isLive() live}, the provider may leave this to {@link
   * #implDestroy}.
   *
   * @throws RsmException if it cannot be withdrawn, which then has changed nothing; never thrown at
   *     the end of the segment
   */
  protected abstract void implUnpublish();

  /**
   * Replaces the memory; the same memory changes nothing.
   *
   * @param memory the new memory, as long as the segment and page-aligned
   * @throws RsmException RSMERR_INSUFFICIENT_MEM, RSMERR_BAD_ADDR; nothing has changed
   */
  protected abstract void implRebind(ByteBuffer memory);

  /**
   * Lists the imports that are connected. By default refused; a provider that overrides it declares
   * {@code Hosting.notices}.
   *
   * @return a snapshot
   * @throws RsmException RSMERR_UNSUPPORTED_OPERATION
   */
  protected List<ImporterInfo> implImporters() {
    throw Errors.unsupported(this + ".importers", this);
  }

  /**
   * Starts calling {@link #importerLost} for each import whose process ends without a disconnect;
   * called again, it has no further effect. The caller holds the segment's lock. By default
   * refused.
   *
   * @throws RsmException RSMERR_UNSUPPORTED_OPERATION
   */
  protected void implWatchImporters() {
    throw Errors.unsupported(this + ".onImporterLost", this);
  }

  /**
   * Releases everything that the segment holds, which is not published and no longer {@link
   * #isLive() live} then. Called once.
   */
  protected abstract void implDestroy();
}
