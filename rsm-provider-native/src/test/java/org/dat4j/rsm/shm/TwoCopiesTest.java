package org.dat4j.rsm.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.dat4j.rsm.BarrierType;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmRegistry;
import org.dat4j.rsm.RsmReturn;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Tests of two copies of the shared memory provider in one JVM, as two applications of one server
 * have them.
 */
@ExtendWith(NeedsSharedMemory.class)
class TwoCopiesTest {
  private static final int ID = 0x600000;
  private static final int OTHER_NODE = 5;
  private static final long VALUE = 0x5A17;

  /** The exporter that is loaded a second time, with all classes it uses. */
  public static final class Exporter {
    private Exporter() {}

    /** Exports a page that begins with the value; what is given destroys it. */
    public static Runnable export(String domain) {
      RsmController controller =
          RsmRegistry.builder()
              .setting("domain", domain)
              .setting("node", Integer.toString(OTHER_NODE))
              .build()
              .getController("shm0");
      ByteBuffer memory = controller.allocate(SharedObject.PAGE);
      memory.putLong(0, VALUE);
      ExportSegment export = controller.createExportSegment(memory, 0);
      export.publish(ID, null);
      return () -> {
        export.destroy();
        controller.close();
      };
    }
  }

  private static URLClassLoader anotherCopy() throws Exception {
    List<URL> urls = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      urls.add(new File(entry).toURI().toURL());
    }
    return new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
  }

  @Test
  void twoCopiesAllocateInOneDomainAndSeeEachOther() throws Exception {
    try (Nodes nodes = new Nodes();
        URLClassLoader loader = anotherCopy()) {
      ByteBuffer first = nodes.one.allocate(Nodes.PAGE);
      Method export = loader.loadClass(Exporter.class.getName()).getMethod("export", String.class);
      Runnable destroy = (Runnable) export.invoke(null, nodes.domain);
      ByteBuffer second = nodes.one.allocate(Nodes.PAGE);
      try (ImportSegment segment =
          nodes.two.connectImportSegment(OTHER_NODE, ID, Permission.READ)) {
        segment.initBarrier(BarrierType.DEFAULT);
        long[] value = new long[1];
        assertEquals(RsmReturn.SUCCESS, segment.get64(0, value, 0, 1));
        assertEquals(VALUE, value[0]);
      } finally {
        destroy.run();
      }
      assertEquals(0, first.getLong(0) + second.getLong(0));
    }
  }
}
