package org.dat4j.rsm.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.dat4j.childjvm.ChildJvm;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of a program whose own exit hook uses RSM over shared memory after this provider's hook has
 * run.
 */
@ExtendWith(NeedsSharedMemory.class)
class LeaveOnceTest {
  private static final int SEGMENTS = 16;

  /** The child process: it exits, and its hook destroys its segments while it opens files. */
  public static final class Child {
    private Child() {}

    /** Starts it; arguments are the domain and the file to write at exit. */
    public static void main(String[] arguments) throws Exception {
      RsmRegistry registry = RsmRegistry.builder().setting("domain", arguments[0]).build();
      RsmController controller = registry.getController("shm0");
      ExportSegment[] segments = new ExportSegment[SEGMENTS];
      for (int i = 0; i < SEGMENTS; i++) {
        segments[i] = controller.createExportSegment(controller.allocate(SharedObject.PAGE), 0);
        segments[i].publish(0x600000 + i, null);
      }
      Thread library = new Thread(() -> hook(segments, controller, Path.of(arguments[1])));
      Runtime.getRuntime().addShutdownHook(library);
      System.exit(0);
    }

    private static void hook(ExportSegment[] segments, RsmController controller, Path file) {
      String result = "unchanged";
      try {
        Nodes.within(30_000, "left", () -> !named());
        try (var out = Files.newOutputStream(file)) {
          for (ExportSegment segment : segments) {
            try {
              segment.destroy();
            } catch (RuntimeException ended) {
              result = "refused";
            }
          }
          try {
            controller.close();
          } catch (RuntimeException ended) {
            result = "refused";
          }
          out.write(("written, " + result).getBytes(StandardCharsets.UTF_8));
        }
      } catch (IOException | RuntimeException e) {
        System.err.println("file lost: " + e);
      }
    }

    private static boolean named() {
      return Thread.getAllStackTraces().keySet().stream()
          .anyMatch(t -> t.getName().equals("dat4j-rsm-shutdown"));
    }
  }

  @Test
  void anExitHookOfTheProgramKeepsItsOwnFiles(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("at-exit");
    String domain = "leave-" + ProcessHandle.current().pid();
    try (ChildJvm child = new ChildJvm(Child.class, domain, file.toString())) {
      assertEquals(0, child.awaitEnd());
    }
    assertEquals("written", Files.readString(file).split(",")[0]);
  }
}
