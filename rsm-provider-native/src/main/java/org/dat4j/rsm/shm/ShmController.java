package org.dat4j.rsm.shm;

import java.nio.ByteBuffer;
import org.dat4j.rsm.ControllerAttr;
import org.dat4j.rsm.RsmConstants;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.spi.AbstractController;
import org.dat4j.rsm.spi.AbstractExportSegment;
import org.dat4j.rsm.spi.AbstractImportSegment;

/**
 * An RSM controller over shared memory: {@code loopback}, or one of the simulated interconnects.
 */
final class ShmController extends AbstractController {
  static final int LOOPBACK = -1;

  private static final int ALL_SIZES =
      RsmConstants.DAS8 | RsmConstants.DAS16 | RsmConstants.DAS32 | RsmConstants.DAS64;

  private final int unit;
  private final NodeRegistry home;
  private final ControllerAttr attr;

  ShmController(String name, int unit, Domain domain, int node) {
    super(name);
    this.unit = unit;
    // Buffers end at 2 GiB.
    long longest = Integer.MAX_VALUE / SharedObject.PAGE * (long) SharedObject.PAGE;
    long total = SharedObject.FOLDER.toFile().getTotalSpace();
    this.attr =
        new ControllerAttr(
            ALL_SIZES,
            ALL_SIZES,
            SharedObject.PAGE,
            longest,
            total,
            RegistryLayout.SEGMENTS,
            longest,
            Long.MAX_VALUE,
            RegistryLayout.IMPORTS);
    // Entered last, so that the controller exists to leave the node again.
    this.home = NodeRegistry.open(domain, node, NodeRegistry.Role.MEMBER);
  }

  NodeRegistry home() {
    return home;
  }

  int unit() {
    return unit;
  }

  @Override
  protected ControllerAttr implAttr() {
    return attr;
  }

  @Override
  protected int implLocalNode() {
    return home.node();
  }

  @Override
  protected ByteBuffer implAllocate(int length) {
    return ExportableMemory.of(home.domain()).allocate(length);
  }

  @Override
  protected AbstractExportSegment implCreateExport(ByteBuffer memory, int flags) {
    // Without this user another thread could leave the node meanwhile.
    home.retain(this + ".createExportSegment");
    ShmExport made = null;
    try {
      made = new ShmExport(this, memory, flags);
      return made;
    } finally {
      if (made == null) {
        home.release();
      }
    }
  }

  @Override
  protected AbstractImportSegment implConnect(int nodeId, int segmentId, int perm) {
    NodeRegistry registry =
        NodeRegistry.open(
            home.domain(),
            nodeId,
            nodeId == home.node() ? NodeRegistry.Role.MEMBER : NodeRegistry.Role.IMPORTER);
    if (registry == null) {
      throw ShmFailures.of(
          RsmReturn.REMOTE_NODE_UNREACHABLE,
          this + ".connectImportSegment",
          "nodeId",
          nodeId,
          "no process with -Ddat4j.rsm.node=" + nodeId + " runs in this domain");
    }
    RegistryConnection slot = null;
    ShmImport made = null;
    try {
      slot = RegistryConnection.connect(registry, this, segmentId, perm);
      made = new ShmImport(this, slot, perm);
      return made;
    } finally {
      if (made == null) {
        giveBack(registry, slot);
      }
    }
  }

  private static void giveBack(NodeRegistry registry, RegistryConnection slot) {
    try {
      if (slot != null) {
        slot.abandon();
      }
    } finally {
      registry.release();
    }
  }

  @Override
  protected void implClose() {
    home.release();
  }
}
