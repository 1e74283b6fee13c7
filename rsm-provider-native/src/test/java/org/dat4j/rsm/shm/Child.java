package org.dat4j.rsm.shm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.dat4j.rsm.AccessEntry;
import org.dat4j.rsm.BarrierType;
import org.dat4j.rsm.ExportFlags;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.MapAttribute;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmRegistry;

/** A process that the tests kill: it exports, imports, stores, or does all of these at random. */
final class Child {
  /** The id of the segment that it exports. */
  static final int EXPORTED = 0x700000;

  /** The id of the segment that it imports. */
  static final int IMPORTED = 0x600000;

  private Child() {}

  public static void main(String[] arguments) throws InterruptedException {
    Thread parent = new Thread(Child::endWithParent, "parent");
    parent.setDaemon(true);
    parent.start();
    RsmController controller =
        RsmRegistry.builder()
            .setting("domain", arguments[0])
            .setting("node", "1")
            .build()
            .getController("shm0");
    switch (arguments[1]) {
      case "export" -> {
        controller.createExportSegment(controller.allocate(Nodes.PAGE), 0).publish(EXPORTED, null);
        ready();
      }
      case "import" -> {
        connect(controller).map(MapAttribute.NONE, 0, 0600, 0, 64);
        ready();
      }
      case "store" -> {
        ByteBuffer map = connect(controller).map(MapAttribute.NONE, 0, 0600, 0, 64).buffer();
        ready();
        for (long i = 1; i != 0; i++) {
          map.putLong(0, i);
        }
      }
      case "exporter" -> exports(controller);
      default -> imports(controller);
    }
    parent.join();
  }

  private static ImportSegment connect(RsmController controller) {
    ImportSegment segment = controller.connectImportSegment(1, IMPORTED, 0600);
    segment.initBarrier(BarrierType.DEFAULT);
    return segment;
  }

  private static void exports(RsmController controller) {
    ready();
    for (int i = 0; i < 1_000_000; i++) {
      ByteBuffer memory = i % 2 == 0 ? Nodes.foreign(1) : controller.allocate(Nodes.PAGE);
      ExportSegment export = controller.createExportSegment(memory, ExportFlags.ALLOW_REBIND);
      export.publish(EXPORTED, null);
      ImportSegment own = controller.connectImportSegment(1, EXPORTED, 0600);
      export.post(0);
      export.await(1);
      export.republish(List.of(new AccessEntry(1, 0666), new AccessEntry(2, 0666)));
      export.rebind(Nodes.foreign(1), 0);
      export.await(1);
      if (i % 3 == 0) {
        export.unpublish();
      }
      export.destroy();
      own.disconnect();
    }
  }

  private static void imports(RsmController controller) {
    ready();
    long[] data = new long[8];
    for (int i = 0; i < 1_000_000; i++) {
      ImportSegment segment;
      try {
        segment = connect(controller);
      } catch (RsmException e) {
        // Between unpublish and publish.
        continue;
      }
      segment.put64(0, data, 0, 8);
      segment.post(0);
      if (i % 2 == 0) {
        stores(segment);
      }
      segment.get64(0, data, 0, 8);
      segment.await(0);
      segment.close();
    }
  }

  private static void stores(ImportSegment segment) {
    try {
      segment.map(MapAttribute.NONE, 0, 0600, 0, 64).buffer().putLong(0, 1);
    } catch (RsmException e) {
      // Withdrawn meanwhile.
      return;
    }
  }

  private static void ready() {
    System.out.println("ready");
    System.out.flush();
  }

  /** Ends this process when its parent ends, because a parent that was killed cannot kill it. */
  private static void endWithParent() {
    try {
      while (System.in.read() >= 0) {
        // Nothing is said to it.
      }
    } catch (IOException e) {
      e.printStackTrace();
    }
    Runtime.getRuntime().halt(1);
  }
}
