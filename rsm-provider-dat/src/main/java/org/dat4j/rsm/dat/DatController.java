package org.dat4j.rsm.dat;

import java.nio.ByteBuffer;
import org.dat4j.dat.IaAttr;
import org.dat4j.rsm.ControllerAttr;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.spi.AbstractController;
import org.dat4j.rsm.spi.AbstractExportSegment;
import org.dat4j.rsm.spi.AbstractImportSegment;

/** A controller over one interface adapter. It cannot map. */
final class DatController extends AbstractController {
  private static final int PAGE = 4096;

  private final Engine engine;
  private final ControllerAttr attr;

  DatController(String name, Engine engine) {
    super(name);
    this.engine = engine;
    IaAttr ia = engine.adapter().attr();
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
    return engine.config().node();
  }

  @Override
  protected ByteBuffer implAllocate(int length) {
    try {
      return ByteBuffer.allocateDirect(length + PAGE).alignedSlice(PAGE).slice(0, length);
    } catch (OutOfMemoryError shortage) {
      throw Failures.of(
          RsmReturn.INSUFFICIENT_MEM,
          this + ".allocate",
          "length",
          length,
          "raise -XX:MaxDirectMemorySize");
    }
  }

  @Override
  protected AbstractExportSegment implCreateExport(ByteBuffer memory, int flags) {
    return new DatExport(this, engine, memory, flags);
  }

  @Override
  protected AbstractImportSegment implConnect(int nodeId, int segmentId, int perm) {
    Importing importing = new Importing(engine, this, nodeId, segmentId, perm);
    return new DatImport(this, engine, importing.connect(), perm);
  }

  @Override
  protected void implClose() {
    engine.release();
  }
}
