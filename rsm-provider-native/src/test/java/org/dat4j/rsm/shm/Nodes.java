package org.dat4j.rsm.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.dat4j.rsm.AccessEntry;
import org.dat4j.rsm.BarrierType;
import org.dat4j.rsm.ExportFlags;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmRegistry;
import org.dat4j.rsm.RsmReturn;
import org.junit.jupiter.api.function.Executable;

/**
 * Two nodes of RSM over shared memory in this JVM, in a domain of their own, that leave no objects
 * behind.
 */
final class Nodes implements AutoCloseable {
  static final int PAGE = SharedObject.PAGE;
  private static final AtomicInteger DOMAINS = new AtomicInteger();

  final String domain = "test-" + ProcessInfo.PID + "-" + DOMAINS.getAndIncrement();
  final RsmRegistry registry1 = registry(1);
  final RsmRegistry registry2 = registry(2);
  final RsmController one = registry1.getController("shm0");
  final RsmController two = registry2.getController("shm0");
  private final List<Runnable> made = new ArrayList<>();

  RsmRegistry registry(int node) {
    return RsmRegistry.builder()
        .setting("domain", domain)
        .setting("node", Integer.toString(node))
        .setting("units", "2")
        .build();
  }

  /** Allocates page-aligned memory that no object backs. */
  static ByteBuffer foreign(int pages) {
    ByteBuffer memory = ByteBuffer.allocateDirect((pages + 1) * PAGE).alignedSlice(PAGE);
    return memory.slice(0, pages * PAGE).order(java.nio.ByteOrder.nativeOrder());
  }

  ExportSegment export(ByteBuffer memory, int flags) {
    ExportSegment export = one.createExportSegment(memory, flags);
    made.add(export::close);
    return export;
  }

  ExportSegment publish(ByteBuffer memory, int id, AccessEntry... list) {
    ExportSegment export = export(memory, ExportFlags.ALLOW_REBIND);
    export.publish(id, List.of(list));
    return export;
  }

  ImportSegment connect(RsmController by, int id, int perm) {
    ImportSegment segment = by.connectImportSegment(1, id, perm);
    made.add(segment::close);
    segment.initBarrier(BarrierType.DEFAULT);
    return segment;
  }

  /** Starts another process on node 1, which is killed at the end at the latest. */
  Victim victim(String role) throws IOException {
    Victim victim = new Victim(domain, role);
    made.add(victim::close);
    return victim;
  }

  static void refused(int code, Executable call) {
    assertEquals(
        RsmReturn.name(code), RsmReturn.name(assertThrows(RsmException.class, call).code()));
  }

  static void within(long millis, String what, BooleanSupplier condition) {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - end > 0) {
        fail(what + " within " + millis + " ms");
      }
      Thread.onSpinWait();
    }
  }

  /** Returns the file of a node's registry object. */
  Path file(int node) {
    return SharedObject.FOLDER.resolve("rsm." + domain + "." + node);
  }

  /** Names of the domain's objects. */
  TreeSet<String> names() {
    TreeSet<String> names = new TreeSet<>();
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(SharedObject.FOLDER, "rsm." + domain + ".*")) {
      files.forEach(f -> names.add(f.getFileName().toString()));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return names;
  }

  @Override
  public void close() {
    for (int i = made.size() - 1; i >= 0; i--) {
      made.get(i).run();
    }
    one.close();
    two.close();
    assertEquals(List.of(), names().stream().filter(n -> !n.contains(".d.")).toList());
  }
}
