package org.dat4j.conformance.rsm;

import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.rsm.fixture.ConnectedSegment;
import org.dat4j.conformance.rsm.fixture.NewerSpiProvider;
import org.dat4j.conformance.rsm.fixture.PlugInLoader;
import org.dat4j.conformance.rsm.fixture.RsmRegistryUnderTest;
import org.dat4j.conformance.rsm.fixture.RsmTest;
import org.dat4j.rsm.BarrierType;
import org.dat4j.rsm.ControllerAttr;
import org.dat4j.rsm.ExportFlags;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.InterconnectTopology;
import org.dat4j.rsm.InterconnectTopology.Connections;
import org.dat4j.rsm.InterconnectTopology.RemoteController;
import org.dat4j.rsm.LocalMemoryHandle;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.RsmConstants;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmRegistry;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.ScatGath;
import org.junit.jupiter.api.Test;

/**
 * Tests of RSM controllers (rsm_get_controller), of their handles for local memory, and of
 * rsm_get_interconnect_topology, which lists the nodes.
 */
class RsmControllerClauses extends RsmTest {
  private RsmController get(String name) {
    RsmController controller = registry().getController(name);
    atEnd(controller::close);
    return controller;
  }

  @Test
  @Clauses({
    "rsm_get_controller.01",
    "rsm_get_controller.03",
    "rsm_get_controller.04",
    "rsm_get_controller.05"
  })
  void controllersAreGotByName() throws Exception {
    clause("rsm_get_controller.01").that(get("loopback") != null, "a handle is given");
    clause("rsm_get_controller.03").refuses(() -> get("nosuch0"), RsmReturn.CTLR_NOT_PRESENT);
    clause("rsm_get_controller.04").that(get(null).equals(get("loopback")), "null is loopback");
    clause("rsm_get_controller.05")
        .that(get("loopback0").equals(get("loopback")), "loopback0 is loopback");
  }

  @Test
  @Clauses({
    "rsm_get_controller.06",
    "rsm_get_controller.07",
    "rsm_get_controller.08",
    "rsm_get_controller.09"
  })
  void handlesAreCountedFirst() throws Exception {
    handlesAreCounted();
  }

  @Test
  @Clauses({"rsm_get_controller.10", "rsm_get_controller.11", "rsm_get_controller.21"})
  void handlesAreCountedSecond() throws Exception {
    handlesAreCounted();
  }

  private void handlesAreCounted() throws Exception {
    RsmController first = registry().getController(name());
    RsmController second = registry().getController(name());
    clause("rsm_get_controller.06").that(first.equals(second), "both are the same controller");
    clause("rsm_get_controller.09").works(first::release);
    clause("rsm_get_controller.07").works(second::getAttr);
    second.release();
    clause("rsm_get_controller.08")
        .refuses(second::getAttr, RsmReturn.BAD_CTLR_HNDL, RsmReturn.CTLR_NOT_PRESENT);
    clause("rsm_get_controller.10").refuses(second::release, RsmReturn.BAD_CTLR_HNDL);
    clause("rsm_get_controller.21")
        .refuses(() -> second.createExportSegment(memory(1), 0), RsmReturn.BAD_CTLR_HNDL);
    clause("rsm_get_controller.21")
        .refuses(
            () -> second.connectImportSegment(node(), freshId(), Permission.READ),
            RsmReturn.BAD_CTLR_HNDL);
    clause("rsm_get_controller.11").works(() -> get(name()).getAttr());
  }

  @Test
  @Clauses({"rsm_get_controller.14", "rsm_get_controller.15", "rsm_get_controller.16"})
  void attributesAreFilled() throws Exception {
    ControllerAttr attr = controller().getAttr();
    clause("rsm_get_controller.14").equal(attr, controller().getAttr(), "the second answer");
    clause("rsm_get_controller.14")
        .that(
            (attr.directAccessSizes() | attr.atomicSizes()) >= 0
                && attr.pageSize() >= 0
                && attr.maxExportSegmentSize() >= 0
                && attr.totExportSegmentSize() >= 0
                && attr.maxExportSegments() >= 0
                && attr.maxImportMapSize() >= 0
                && attr.totImportMapSize() >= 0
                && attr.maxImportSegments() >= 0,
            "nothing negative in " + attr);
    clause("rsm_get_controller.15").equal(1, Long.bitCount(attr.pageSize()), "bits of page size");
    for (int pages = 1; pages < 4; pages++) {
      ExportSegment export = export(memory(pages), ExportFlags.NONE);
      clause("rsm_get_controller.15").equal(pages * attr.pageSize(), export.length(), "length");
    }
    clause("rsm_get_controller.16")
        .equal(0, (attr.directAccessSizes() | attr.atomicSizes()) & ~0x0F, "other bits");
  }

  @Test
  @Clauses("rsm_get_controller.17")
  void aSegmentLongerThanTheLimitIsRefused() throws Exception {
    long limit = controller().getAttr().maxExportSegmentSize();
    Path file = Files.createTempFile("rsm-long", "");
    atEnd(() -> Files.delete(file));
    try (FileChannel sparse = FileChannel.open(file, READ, WRITE)) {
      ByteBuffer memory = sparse.map(FileChannel.MapMode.PRIVATE, 0, limit + page());
      clause("rsm_get_controller.17")
          .refuses(() -> export(memory, ExportFlags.NONE), RsmReturn.BAD_LENGTH);
    }
  }

  @Test
  @Clauses("rsm_get_controller.19")
  void aPlugInOfAnotherVersionIsRefused() throws Exception {
    try (PlugInLoader loader = new PlugInLoader(NewerSpiProvider.class)) {
      RsmRegistryUnderTest registry = registry(RsmRegistry.builder().classLoader(loader));
      clause("rsm_get_controller.19")
          .refuses(() -> registry.getController("old0"), RsmReturn.BAD_LIBRARY_VERSION);
      clause("rsm_get_controller.19")
          .refuses(() -> registry.getController("nosuch0"), RsmReturn.CTLR_NOT_PRESENT);
    }
  }

  @Test
  @Clauses("seed-004.02")
  void vectorsOfAReleasedControllerAreRefused() throws Exception {
    RsmController own = alone().getController(name());
    int id = freshId();
    export().publish(id, null);
    ImportSegment segment = own.connectImportSegment(node(), id, Permission.RDWR);
    atEnd(segment::close);
    segment.initBarrier(BarrierType.DEFAULT);
    ScatGath vector = new ScatGath(1).add(memory(1), 0, 0, 8);
    clause("seed-004.02").gives(() -> segment.putv(vector), RsmReturn.SUCCESS);
    clause("seed-004.02").gives(() -> segment.getv(vector), RsmReturn.SUCCESS);
    own.release();
    clause("seed-004.02")
        .gives(() -> segment.putv(vector), RsmReturn.BAD_SEG_HNDL, RsmReturn.BAD_CTLR_HNDL);
    clause("seed-004.02")
        .gives(() -> segment.getv(vector), RsmReturn.BAD_SEG_HNDL, RsmReturn.BAD_CTLR_HNDL);
  }

  @Test
  @Clauses("rsm_get_controller.22")
  void segmentsOfAReleasedControllerCanBeEnded() throws Exception {
    RsmRegistryUnderTest registry = alone();
    int home = registry.getInterconnectTopology().localNodeId();
    RsmController own = registry.getController(name());
    ExportSegment export = own.createExportSegment(memory(1), ExportFlags.NONE);
    int id = freshId();
    export.publish(id, null);
    ImportSegment segment = own.connectImportSegment(home, id, Permission.READ);
    own.release();
    clause("rsm_get_controller.22").refuses(() -> export.post(0), RsmReturn.BAD_SEG_HNDL);
    clause("rsm_get_controller.22").refuses(export::unpublish, RsmReturn.BAD_SEG_HNDL);
    clause("rsm_get_controller.22").refuses(segment::getMode, RsmReturn.BAD_SEG_HNDL);
    clause("rsm_get_controller.22").works(segment::disconnect);
    clause("rsm_get_controller.22").works(export::destroy);
  }

  @Test
  @Clauses("rsm_get_controller.23")
  void manyThreadsGetAndRelease() throws Exception {
    List<Boolean> sound =
        concurrently(
            6,
            () -> {
              for (int i = 0; i < 200; i++) {
                RsmController own = registry().getController(name());
                own.getAttr();
                own.release();
              }
              return true;
            });
    clause("rsm_get_controller.23").that(!sound.contains(false), "all calls succeed");
    RsmController last = registry().getController(name());
    last.release();
    clause("rsm_get_controller.23").refuses(last::release, RsmReturn.BAD_CTLR_HNDL);
  }

  @Test
  @Clauses({
    "rsm_get_interconnect_topology.01",
    "rsm_get_interconnect_topology.03",
    "rsm_get_interconnect_topology.04",
    "rsm_get_interconnect_topology.05"
  })
  void topologyDescribesTheInterconnectFirst() throws Exception {
    topologyDescribesTheInterconnect();
  }

  @Test
  @Clauses({
    "rsm_get_interconnect_topology.06",
    "rsm_get_interconnect_topology.08",
    "rsm_get_interconnect_topology.13",
    "rsm_get_interconnect_topology.14"
  })
  void topologyDescribesTheInterconnectSecond() throws Exception {
    topologyDescribesTheInterconnect();
  }

  private void topologyDescribesTheInterconnect() throws Exception {
    ConnectedSegment link = link();
    if (second() != null) {
      otherNode();
    }
    InterconnectTopology topology = registry().getInterconnectTopology();
    clause("rsm_get_interconnect_topology.01").that(topology != null, "a snapshot is given");
    clause("rsm_get_interconnect_topology.03")
        .works(
            () ->
                controller()
                    .connectImportSegment(topology.localNodeId(), link.id(), Permission.READ)
                    .disconnect());
    List<RemoteController> remotes = new ArrayList<>();
    for (Connections each : topology.controllers()) {
      String name = each.controllerName();
      clause("rsm_get_interconnect_topology.04")
          .that(name.matches("[a-z]+[0-9]+") && name.length() < 256, "type and unit: " + name);
      clause("rsm_get_interconnect_topology.06").works(() -> get(name).getAttr());
      clause("rsm_get_interconnect_topology.08").that(!name.startsWith("loopback"), name);
      remotes.addAll(each.remotes());
    }
    clause("rsm_get_interconnect_topology.04")
        .that(has("loopback") || named(topology, name()), "lists " + name());
    clause("rsm_get_interconnect_topology.05")
        .that(second() == null || !remotes.isEmpty(), "the other node is in " + topology);
    clause("rsm_get_interconnect_topology.05")
        .equal(
            List.of(),
            remotes.stream().filter(remote -> remote.controllerName().length() > 255).toList(),
            "remote entries with long names");
    clause("rsm_get_interconnect_topology.13")
        .equal(
            List.of(),
            remotes.stream().filter(remote -> remote.state() < 1 || remote.state() > 4).toList(),
            "remote entries in other states");
    clause("rsm_get_interconnect_topology.14")
        .equal(topology, registry().getInterconnectTopology(), "a second snapshot");
  }

  private static boolean named(InterconnectTopology topology, String name) {
    return topology.controllers().stream().anyMatch(each -> each.controllerName().equals(name));
  }

  @Test
  @Clauses("rsm_get_interconnect_topology.07")
  void anActiveNodeIsReachable() throws Exception {
    RsmController other = otherNode();
    controller();
    int active = 0;
    for (Connections each : second().getInterconnectTopology().controllers()) {
      for (RemoteController remote : each.remotes()) {
        if (each.controllerName().equals(name())
            && remote.state() == RsmConstants.CONNECTION_ACTIVE) {
          active++;
          clause("rsm_get_interconnect_topology.07")
              .refuses(
                  () -> other.connectImportSegment(remote.nodeId(), freshId(), Permission.READ),
                  RsmReturn.SEG_NOT_PUBLISHED);
        }
      }
    }
    clause("rsm_get_interconnect_topology.07").that(active > 0, "this node is active");
  }

  @Test
  @Clauses({
    "rsm_get_interconnect_topology.09",
    "rsm_get_interconnect_topology.10",
    "rsm_get_interconnect_topology.12"
  })
  void snapshotsAreIndependent() throws Exception {
    InterconnectTopology one = registry().getInterconnectTopology();
    InterconnectTopology two = registry().getInterconnectTopology();
    String before = two.toString();
    registry().freeInterconnectTopology(one);
    clause("rsm_get_interconnect_topology.09").equal(before, two.toString(), "the other");
    clause("rsm_get_interconnect_topology.09").equal(node(), two.localNodeId(), "its node");
    clause("rsm_get_interconnect_topology.10")
        .works(() -> registry().freeInterconnectTopology(null));
    List<Boolean> sound =
        concurrently(
            4,
            () -> {
              for (int i = 0; i < 50; i++) {
                registry().freeInterconnectTopology(registry().getInterconnectTopology());
              }
              return true;
            });
    clause("rsm_get_interconnect_topology.12").equal(4, sound.size(), "threads that succeeded");
  }

  @Test
  @Clauses({
    "rsm_create_localmemory_handle.01",
    "rsm_create_localmemory_handle.02",
    "rsm_create_localmemory_handle.04",
    "rsm_create_localmemory_handle.05"
  })
  void localMemoryHandlesFirst() throws Exception {
    localMemoryHandles();
  }

  @Test
  @Clauses({
    "rsm_create_localmemory_handle.06",
    "rsm_create_localmemory_handle.08",
    "rsm_create_localmemory_handle.09",
    "rsm_create_localmemory_handle.10"
  })
  void localMemoryHandlesSecond() throws Exception {
    localMemoryHandles();
  }

  @Test
  @Clauses({"rsm_create_localmemory_handle.13", "rsm_create_localmemory_handle.15", "seed-004.03"})
  void localMemoryHandlesThird() throws Exception {
    localMemoryHandles();
  }

  private void localMemoryHandles() throws Exception {
    var memory = memory(pages());
    memory.put(7, (byte) 7);
    LocalMemoryHandle handle = controller().createLocalMemoryHandle(memory);
    clause("rsm_create_localmemory_handle.01").that(handle != null, "a handle is given");
    for (String id : List.of("rsm_create_localmemory_handle.05", "seed-004.03")) {
      clause(id).refuses(() -> controller().createLocalMemoryHandle(null), RsmReturn.BAD_ADDR);
      clause(id)
          .refuses(
              () -> controller().createLocalMemoryHandle(memory.slice(8, 64)), RsmReturn.BAD_ADDR);
    }
    for (String id : List.of("rsm_create_localmemory_handle.04", "seed-004.03")) {
      clause(id)
          .refuses(
              () -> controller().createLocalMemoryHandle(memory.slice(0, 0)), RsmReturn.BAD_LENGTH);
    }
    clause("rsm_create_localmemory_handle.06")
        .works(() -> controller().createLocalMemoryHandle(memory.slice(0, 77)).close());
    clause("rsm_create_localmemory_handle.06")
        .works(() -> controller().createLocalMemoryHandle(memory.slice(0, 1)).close());
    clause("rsm_create_localmemory_handle.08")
        .works(() -> controller().freeLocalMemoryHandle(handle));
    for (String id : List.of("rsm_create_localmemory_handle.10", "seed-004.03")) {
      clause(id)
          .refuses(() -> controller().freeLocalMemoryHandle(handle), RsmReturn.BAD_LOCALMEM_HNDL);
      clause(id)
          .refuses(() -> controller().freeLocalMemoryHandle(null), RsmReturn.BAD_LOCALMEM_HNDL);
    }
    clause("rsm_create_localmemory_handle.13").equal(7, memory.get(7), "the memory");
    clause("rsm_create_localmemory_handle.13")
        .works(() -> controller().createLocalMemoryHandle(memory).close());
    RsmController own = alone().getController(name());
    LocalMemoryHandle left = own.createLocalMemoryHandle(memory);
    own.release();
    for (String id : List.of("rsm_create_localmemory_handle.02", "seed-004.03")) {
      clause(id).refuses(() -> own.createLocalMemoryHandle(memory), RsmReturn.BAD_CTLR_HNDL);
    }
    clause("rsm_create_localmemory_handle.09")
        .refuses(() -> own.freeLocalMemoryHandle(left), RsmReturn.BAD_CTLR_HNDL);
    page();
    List<Boolean> sound =
        concurrently(
            4,
            () -> {
              var ownMemory = memory(1);
              for (int i = 0; i < 100; i++) {
                controller().freeLocalMemoryHandle(controller().createLocalMemoryHandle(ownMemory));
              }
              return true;
            });
    clause("rsm_create_localmemory_handle.15").equal(4, sound.size(), "threads that succeeded");
  }
}
