package example.heap;

import java.nio.ByteBuffer;
import org.dat4j.rsm.ControllerAttr;
import org.dat4j.rsm.RsmConstants;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.spi.AbstractController;
import org.dat4j.rsm.spi.AbstractExportSegment;
import org.dat4j.rsm.spi.AbstractImportSegment;
import org.dat4j.rsm.spi.Errors;

/** The controller heap0 of the example provider, as one node of this process opens it. */
final class HeapController extends AbstractController {
  private static final int PAGE = 4096;

  private static final int ALL_SIZES =
      RsmConstants.DAS8 | RsmConstants.DAS16 | RsmConstants.DAS32 | RsmConstants.DAS64;

  /** Segments end at 2 GiB, as buffers do, and cannot be mapped. */
  private static final ControllerAttr ATTR =
      new ControllerAttr(
          0,
          ALL_SIZES,
          PAGE,
          Integer.MAX_VALUE / PAGE * PAGE,
          Long.MAX_VALUE,
          Long.MAX_VALUE,
          0,
          0,
          Long.MAX_VALUE);

  private final HeapNode node;

  HeapController(String name, HeapNode node) {
    super(name);
    this.node = node;
  }

  HeapNode node() {
    return node;
  }

  @Override
  protected ControllerAttr implAttr() {
    return ATTR;
  }

  @Override
  protected int implLocalNode() {
    return node.id();
  }

  @Override
  protected ByteBuffer implAllocate(int length) {
    try {
      int withMargin = Math.addExact(length, PAGE - 1);
      return ByteBuffer.allocateDirect(withMargin).alignedSlice(PAGE).slice(0, length);
    } catch (ArithmeticException | OutOfMemoryError e) {
      throw new RsmException(
          RsmReturn.INSUFFICIENT_MEM,
          this + ".allocate",
          "length",
          length,
          "ask for less, or raise -XX:MaxDirectMemorySize",
          e);
    }
  }

  @Override
  protected AbstractExportSegment implCreateExport(ByteBuffer memory, int flags) {
    return new HeapExport(this, memory, flags);
  }

  @Override
  protected AbstractImportSegment implConnect(int nodeId, int segmentId, int perm) {
    HeapNode remote = HeapNode.find(nodeId);
    if (remote == null) {
      throw refusal(
          RsmReturn.REMOTE_NODE_UNREACHABLE,
          "nodeId",
          nodeId,
          "no registry of this process has a controller on that node");
    }
    HeapExport export = remote.published(segmentId);
    if (export == null) {
      throw refusal(
          RsmReturn.SEG_NOT_PUBLISHED,
          "segmentId",
          "0x" + Integer.toHexString(segmentId),
          "publish it on node " + nodeId);
    }
    return export.connect(this, segmentId, perm);
  }

  /** Makes the refusal of a connect. */
  RsmException refusal(int code, String argument, Object value, String remedy) {
    return Errors.of(code, this + ".connectImportSegment", argument, value, remedy);
  }

  @Override
  protected void implClose() {
    node.leave();
  }
}
