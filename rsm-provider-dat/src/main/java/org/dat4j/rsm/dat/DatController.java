package org.dat4j.rsm.dat;

import java.nio.ByteBuffer;
import org.dat4j.dat.IaAttr;
import org.dat4j.rsm.ControllerAttr;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.spi.AbstractController;
import org.dat4j.rsm.spi.AbstractExportSegment;
import org.dat4j.rsm.spi.AbstractImportSegment;

/** An RSM controller over one DAT interface adapter. It does not support explicit mappings. */
final class DatController extends AbstractController {
  private static final int PAGE = 4096;

  private final LocalProcess process;
  private final ControllerAttr attr;

  DatController(String name, LocalProcess process) {
    super(name);
    this.process = process;
    IaAttr ia = process.adapter().attr();
    // Buffers end at 2 GiB.
    long most = Math.min(Integer.MAX_VALUE, ia.maxLmrBlockSize());
    long registrations = Math.max(1, ia.maxLmrs() / 2);
    this.attr =
        new ControllerAttr(
            0, 0, PAGE, most / PAGE * PAGE, Long.MAX_VALUE, registrations, 0, 0, ia.maxEps() / 2);
  }

  @Override
  protected ControllerAttr implAttr() {
    return attr;
  }

  @Override
  protected int implLocalNode() {
    return process.config().node();
  }

  @Override
  protected ByteBuffer implAllocate(int length) {
    try {
      return ByteBuffer.allocateDirect(length + PAGE).alignedSlice(PAGE).slice(0, length);
    } catch (OutOfMemoryError shortage) {
      throw DatRsmFailures.of(
          RsmReturn.INSUFFICIENT_MEM,
          this + ".allocate",
          "length",
          length,
          "raise -XX:MaxDirectMemorySize");
    }
  }

  @Override
  protected AbstractExportSegment implCreateExport(ByteBuffer memory, int flags) {
    return new DatExport(this, process, memory, flags);
  }

  @Override
  protected AbstractImportSegment implConnect(int nodeId, int segmentId, int perm) {
    ConnectOperation importing = new ConnectOperation(process, this, nodeId, segmentId, perm);
    process.retain(this + ".connectImportSegment");
    DatImport made = null;
    try {
      made = new DatImport(this, process, importing.connect(), perm);
      return made;
    } finally {
      if (made == null) {
        process.release();
      }
    }
  }

  @Override
  protected void implClose() {
    process.release();
  }
}
