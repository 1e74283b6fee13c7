package org.dat4j.rsm.dat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.dat4j.rsm.BarrierType;
import org.dat4j.rsm.ExportFlags;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmRegistry;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.function.Executable;

/** Nodes of RSM over DAT in this JVM, on ports of the test's own. */
final class Nodes implements AutoCloseable {
  /** The first port, apart from those of other builds on the machine. */
  static final int PORT = 24000 + (int) (ProcessHandle.current().pid() % 60) * 100;

  static final int ID = 0x400000;

  private final Map<String, String> settings;
  private final List<RsmController> held = new ArrayList<>();
  private final List<ImportSegment> imports = new ArrayList<>();
  private final List<ExportSegment> exports = new ArrayList<>();

  Nodes(Map<String, String> settings) {
    this.settings = settings;
  }

  static Nodes plain() {
    return new Nodes(Map.of());
  }

  RsmRegistry registry(int node) {
    RsmRegistry.Builder builder = RsmRegistry.builder();
    builder.setting("node", Integer.toString(node));
    builder.setting("dat.port", Integer.toString(PORT));
    settings.forEach(builder::setting);
    return builder.build();
  }

  RsmController on(String name, int node) {
    RsmController controller = registry(node).getController(name);
    held.add(controller);
    return controller;
  }

  DatExport published(RsmController from, int id, ByteBuffer memory) {
    ExportSegment export = from.createExportSegment(memory, ExportFlags.ALLOW_REBIND);
    exports.add(export);
    export.publish(id, null);
    return (DatExport) export;
  }

  ImportSegment ready(RsmController from, int node, int id, int perm) {
    ImportSegment segment = from.connectImportSegment(node, id, perm);
    imports.add(segment);
    segment.initBarrier(BarrierType.DEFAULT);
    return segment;
  }

  static void refused(int code, Executable call) {
    RsmException e = Assertions.assertThrows(RsmException.class, call);
    Assertions.assertEquals(code, e.code(), e.getMessage());
  }

  @Override
  public void close() {
    imports.forEach(ImportSegment::close);
    exports.forEach(ExportSegment::close);
    held.forEach(RsmController::close);
  }
}
