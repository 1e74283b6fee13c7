package org.dat4j.rsm.dat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.dat4j.childjvm.ChildJvm;
import org.dat4j.rsm.BarrierType;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmRegistry;

/** A program on node 3, which exports or writes until it is killed or its parent has gone. */
final class Child {
  /** The id of the segment that it exports. */
  static final int EXPORTED = 0x700000;

  static final int NODE = 3;

  private Child() {}

  /** Starts it with settings, and waits until it exports or writes. */
  static ChildJvm start(String what, Map<String, String> settings) throws IOException {
    List<String> options = new ArrayList<>(List.of("-XX:TieredStopAtLevel=1"));
    for (String name : List.of("dat4j.conf", "dat4j.rsm.domain")) {
      options.add("-D" + name + "=" + System.getProperty(name));
    }
    settings.forEach((key, value) -> options.add("-Ddat4j.rsm." + key + "=" + value));
    options.add("-Ddat4j.rsm.dat.port=" + Nodes.PORT);
    options.add("-Ddat4j.rsm.node=" + NODE);
    ChildJvm child = new ChildJvm(List.of(), options, Child.class, what);
    assertEquals("ready", child.line());
    return child;
  }

  public static void main(String[] arguments) throws IOException {
    RsmController controller = RsmRegistry.builder().build().getController("dattcp0");
    if (arguments[0].equals("export")) {
      controller.createExportSegment(controller.allocate(4096), 0).publish(EXPORTED, null);
      System.out.println("ready");
    } else {
      write(controller.connectImportSegment(1, Nodes.ID, 0600));
    }
    while (System.in.read() >= 0) {
      // Nothing is said to it.
    }
  }

  private static void write(ImportSegment segment) {
    segment.initBarrier(BarrierType.DEFAULT);
    System.out.println("ready");
    long[] data = new long[64];
    for (long i = 1; segment.put64(0, data, 0, data.length) == 0; i++) {
      Arrays.fill(data, i);
    }
  }
}
