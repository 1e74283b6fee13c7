package org.dat4j.rsm.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.dat4j.rsm.AccessEntry;
import org.dat4j.rsm.BarrierMode;
import org.dat4j.rsm.BarrierType;
import org.dat4j.rsm.ControllerAttr;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.InterconnectTopology;
import org.dat4j.rsm.LocalMemoryHandle;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.PollFd;
import org.dat4j.rsm.Rsm;
import org.dat4j.rsm.RsmBarrier;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.ScatGath;
import org.dat4j.rsm.SegmentInfo;
import org.junit.jupiter.api.Test;

/**
 * Tests of the optional methods of RSM providers: whole vectors, barriers, modes, prepared memory.
 */
class OptionalHooksTest {
  private static final int PAGE = 4096;

  private final List<String> told = new ArrayList<>();
  private boolean refuses;

  /** What another thread does while a hook runs. */
  private Runnable meanwhile = () -> {};

  private final RsmController controller =
      new ControllerTable(ProviderScan.given(List.of(new Provider())), new RsmSettings(Map.of()))
          .get("told0");
  private final ByteBuffer memory = controller.allocate(PAGE);

  private void tell(String what) {
    if (refuses) {
      throw new RsmException(RsmReturn.INTERRUPTED, "told0", null, null, "try again");
    }
    told.add(what);
  }

  private ImportSegment ready() {
    ImportSegment segment = controller.connectImportSegment(1, 1, Permission.RDWR);
    segment.initBarrier(BarrierType.NODE);
    told.clear();
    return segment;
  }

  @Test
  void vectorIsCheckedAndThenTakenAsAWhole() {
    ImportSegment segment = ready();
    ScatGath vector = new ScatGath(2).add(memory, 0, 0, 8).add(memory, 0, 8, 8);
    assertEquals(RsmReturn.BARRIER_FAILURE, segment.putv(vector));
    assertEquals(RsmReturn.SUCCESS, segment.getv(vector));
    assertEquals(List.of("putv of 2", "getv of 2"), told);
  }

  @Test
  void vectorWithABadEntryIsRefusedBeforeTheProviderSeesIt() {
    ImportSegment segment = ready();
    ScatGath vector = new ScatGath(2).add(memory, 0, 0, 8).add(memory, 0, PAGE, 8);
    Fixture.refused(RsmReturn.BAD_OFFSET, () -> segment.putv(vector));
    assertEquals(2, vector.residual());
    assertEquals(List.of(), told);
  }

  @Test
  void barriersAndModesAreTold() {
    ImportSegment segment = ready();
    RsmBarrier barrier = segment.initBarrier(BarrierType.SEGMENT_THREAD);
    segment.setMode(BarrierMode.EXPLICIT);
    barrier.destroy();
    assertEquals(List.of("init SEGMENT_THREAD", "mode EXPLICIT", "destroy"), told);
  }

  @Test
  void refusedModeStaysAsItWas() {
    ImportSegment segment = ready();
    refuses = true;
    Fixture.refused(RsmReturn.INTERRUPTED, () -> segment.setMode(BarrierMode.EXPLICIT));
    assertEquals(BarrierMode.IMPLICIT, segment.getMode());
    Fixture.refused(RsmReturn.INTERRUPTED, () -> segment.initBarrier(BarrierType.NODE));
  }

  @Test
  void localMemoryIsPreparedAndFreedOnce() {
    LocalMemoryHandle handle = controller.createLocalMemoryHandle(memory);
    assertEquals("prepared", ((Controller) controller).prepared(handle));
    handle.close();
    handle.close();
    assertEquals(List.of("prepare " + PAGE, "free prepared"), told);
    assertEquals(null, ((Controller) controller).prepared(handle));
  }

  @Test
  void localMemoryIsFreedIfTheControllerIsReleasedMeanwhile() {
    meanwhile = controller::release;
    Fixture.refused(RsmReturn.BAD_CTLR_HNDL, () -> controller.createLocalMemoryHandle(memory));
    assertEquals(List.of("prepare " + PAGE, "free prepared"), told);
  }

  @Test
  void openOfABarrierThatIsDestroyedMeanwhileSaysSo() {
    RsmBarrier barrier = ready().initBarrier(BarrierType.NODE);
    assertEquals(RsmReturn.BARRIER_OPEN_FAILED, barrier.open());
    meanwhile = barrier::destroy;
    Fixture.refused(RsmReturn.BARRIER_UNINITIALIZED, barrier::open);
  }

  @Test
  void noticesAreRefusedUnlessAProviderHasThem() {
    ImportSegment segment = controller.connectImportSegment(1, 1, Permission.RDWR);
    ExportSegment export = controller.createExportSegment(memory, 0);
    PollFd fd = new PollFd();
    segment.getPollfd(fd);
    PollFd[] fds = {fd};
    int code = RsmReturn.UNSUPPORTED_OPERATION;
    Fixture.refused(code, () -> segment.awaitOrAborted(0));
    Fixture.refused(code, segment::aborted);
    Fixture.refused(code, () -> Rsm.awaitPollfdOrAborted(fds, 1, 0, null));
    Fixture.refused(code, export::importers);
    Fixture.refused(code, () -> export.onImporterLost(importer -> tell("lost")));
    assertEquals(RsmReturn.TIMEOUT, segment.await(0));
    assertEquals(RsmReturn.TIMEOUT, Rsm.awaitPollfd(fds, 1, 0, null));
    segment.releasePollfd();
    assertEquals(List.of(), told);
  }

  @Test
  void refusedWithdrawalLeavesTheSegmentPublished() {
    ExportSegment export = controller.createExportSegment(memory, 0);
    export.publish(0, null);
    refuses = true;
    Fixture.refused(RsmReturn.INTERRUPTED, export::unpublish);
    Fixture.refused(RsmReturn.SEG_ALREADY_PUBLISHED, () -> export.publish(0, null));
    refuses = false;
    export.unpublish();
    assertEquals(List.of("unpublish"), told);
  }

  private final class Provider extends RsmProvider {
    @Override
    public String id() {
      return "told";
    }

    @Override
    public int spiVersion() {
      return SPI_VERSION;
    }

    @Override
    public boolean serves(String name) {
      return true;
    }

    @Override
    public String unusable() {
      return null;
    }

    @Override
    public AbstractController open(String name, RsmSettings settings) {
      return new Controller();
    }

    @Override
    public InterconnectTopology topology(RsmSettings settings) {
      return new InterconnectTopology(1, List.of());
    }

    @Override
    public List<SegmentInfo> segments(RsmSettings settings) {
      return List.of();
    }
  }

  private final class Controller extends AbstractController {
    Controller() {
      super("told0");
    }

    Object prepared(LocalMemoryHandle handle) {
      return localMemory(handle);
    }

    @Override
    protected Object implCreateLocalMemory(ByteBuffer range) {
      tell("prepare " + range.capacity());
      meanwhile.run();
      return "prepared";
    }

    @Override
    protected void implFreeLocalMemory(Object prepared) {
      tell("free " + prepared);
    }

    @Override
    protected ControllerAttr implAttr() {
      return new ControllerAttr(0, 0, PAGE, PAGE, PAGE, 1, 0, 0, 1);
    }

    @Override
    protected int implLocalNode() {
      return 1;
    }

    @Override
    protected ByteBuffer implAllocate(int length) {
      return ByteBuffer.allocateDirect(length + PAGE).alignedSlice(PAGE).slice(0, length);
    }

    @Override
    protected AbstractExportSegment implCreateExport(ByteBuffer range, int flags) {
      return new Export(this);
    }

    @Override
    protected AbstractImportSegment implConnect(int nodeId, int segmentId, int perm) {
      return new Import(this);
    }

    @Override
    protected void implClose() {}
  }

  private final class Export extends AbstractExportSegment {
    Export(AbstractController controller) {
      super(controller, PAGE, 0);
    }

    @Override
    protected int implPublish(int segmentId, List<AccessEntry> accessList) {
      return 1;
    }

    @Override
    protected void implRepublish(List<AccessEntry> accessList) {}

    @Override
    protected void implUnpublish() {
      tell("unpublish");
    }

    @Override
    protected void implRebind(ByteBuffer range) {}

    @Override
    protected void implDestroy() {}

    @Override
    protected int implPost(boolean drop) {
      return RsmReturn.SUCCESS;
    }

    @Override
    protected int implAwait(int timeoutMillis) {
      return RsmReturn.TIMEOUT;
    }

    @Override
    protected boolean implTake() {
      return false;
    }

    @Override
    protected void implPolled(boolean on) {}
  }

  /** Takes vectors as a whole; anything else that moves data would be a mistake. */
  private final class Import extends AbstractImportSegment {
    Import(AbstractController controller) {
      super(controller, PAGE, Permission.RDWR);
    }

    @Override
    protected boolean implTakesWhole(ScatGath vector) {
      return true;
    }

    @Override
    protected int implPutv(ScatGath vector) {
      tell("putv of " + vector.residual());
      return RsmReturn.BARRIER_FAILURE;
    }

    @Override
    protected int implGetv(ScatGath vector) {
      tell("getv of " + vector.residual());
      vector.setResidual(0);
      return RsmReturn.SUCCESS;
    }

    @Override
    protected void implInitBarrier(RsmBarrier barrier, BarrierType type) {
      tell("init " + type);
    }

    @Override
    protected void implDestroyBarrier(RsmBarrier barrier) {
      tell("destroy");
    }

    @Override
    protected void implSetMode(BarrierMode mode) {
      tell("mode " + mode);
    }

    @Override
    protected int implOpenBarrier(RsmBarrier barrier) {
      meanwhile.run();
      return RsmReturn.BARRIER_OPEN_FAILED;
    }

    private int unexpected() {
      throw new AssertionError("vectors are taken as a whole");
    }

    @Override
    protected int implGet8(long offset, byte[] data, int index, int count) {
      return unexpected();
    }

    @Override
    protected int implGet16(long offset, short[] data, int index, int count) {
      return unexpected();
    }

    @Override
    protected int implGet32(long offset, int[] data, int index, int count) {
      return unexpected();
    }

    @Override
    protected int implGet64(long offset, long[] data, int index, int count) {
      return unexpected();
    }

    @Override
    protected int implGet(long offset, ByteBuffer data, int index, int bytes) {
      return unexpected();
    }

    @Override
    protected int implPut8(long offset, byte[] data, int index, int count) {
      return unexpected();
    }

    @Override
    protected int implPut16(long offset, short[] data, int index, int count) {
      return unexpected();
    }

    @Override
    protected int implPut32(long offset, int[] data, int index, int count) {
      return unexpected();
    }

    @Override
    protected int implPut64(long offset, long[] data, int index, int count) {
      return unexpected();
    }

    @Override
    protected int implPut(long offset, ByteBuffer data, int index, int bytes) {
      return unexpected();
    }

    @Override
    protected int implOrderBarrier(RsmBarrier barrier) {
      return RsmReturn.SUCCESS;
    }

    @Override
    protected int implCloseBarrier(RsmBarrier barrier) {
      return RsmReturn.SUCCESS;
    }

    @Override
    protected void implDisconnect() {}

    @Override
    protected int implPost(boolean drop) {
      return RsmReturn.SUCCESS;
    }

    @Override
    protected int implAwait(int timeoutMillis) {
      return RsmReturn.TIMEOUT;
    }

    @Override
    protected boolean implTake() {
      return false;
    }

    @Override
    protected void implPolled(boolean on) {}
  }
}
