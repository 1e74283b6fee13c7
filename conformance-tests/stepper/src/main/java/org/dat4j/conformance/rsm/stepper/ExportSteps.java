package org.dat4j.conformance.rsm.stepper;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.dat4j.conformance.stepper.RandomChoice;
import org.dat4j.rsm.AccessEntry;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.LocalMemoryHandle;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmReturn;

/**
 * Carries out the random calls of the RSM stepper on controllers, export segments and local memory
 * handles, and checks each against the model.
 */
final class ExportSteps {
  private static final int RANGE = 0x00700000;
  private static final List<Integer> MODES = List.of(0600, 0400, 0200, 0, 0066, 0644, 0666);
  private static final List<Integer> RESERVED =
      List.of(1, 0xFFFFF, 0x100000, 0x2FFFFF, 0x3FFFFF, 0x80000000, -1);
  private static final AtomicInteger IDS = new AtomicInteger();
  private static final Set<String> NOTHING = Set.of();

  /** The number of segments of which one is large, if there is no other. */
  private static final int LARGE = 4;

  private static final int LARGE_BYTES = 160 << 10;

  /** The number of large segments of which one has MiBs. */
  private static final int HUGE = 4;

  private static final int HUGE_BYTES = 2 << 20;

  private final ControllerModel world;

  ExportSteps(ControllerModel world) {
    this.world = world;
  }

  boolean step(PlannedRsmCall step) {
    switch (step.call()) {
      case "create" -> create(step);
      case "publish" -> publish(step);
      case "republish" -> republish(step);
      case "unpublish" -> unpublish(step);
      case "rebind" -> rebind(step);
      case "destroy" -> destroy(step);
      case "create_handle" -> createHandle(step);
      case "free_handle" -> freeHandle(step);
      case "get_controller" -> getController(step);
      case "released" -> released(step);
      default -> {
        return false;
      }
    }
    return true;
  }

  private boolean isLarge(RsmModel.Export export) {
    return !export.gone && export.contents.length() > LARGE_BYTES;
  }

  private int freshId() {
    return RANGE + (int) (ProcessHandle.current().pid() << 10 & 0x3ffffc00) + IDS.incrementAndGet();
  }

  /** Memory with what is wrong about it. */
  private ByteBuffer memory(PlannedRsmCall step, int pages) {
    if (step.isWrong("null")) {
      return null;
    }
    ByteBuffer memory = world.memory(step.choice(), pages);
    if (step.isWrong("empty")) {
      return world.slice(memory, 0, 0);
    } else if (step.isWrong("misaligned")) {
      return world.slice(world.memory(step.choice(), pages + 1), 8, memory.capacity());
    } else if (step.isWrong("odd")) {
      return world.slice(memory, 0, memory.capacity() - 8);
    }
    return memory;
  }

  private void create(PlannedRsmCall step) {
    if (!world.fits(world.exports, each -> each.gone)) {
      return;
    }
    boolean large = step.choice().oneIn(LARGE) && world.exports.stream().noneMatch(this::isLarge);
    int bytes = large && step.choice().oneIn(HUGE) ? HUGE_BYTES : LARGE_BYTES;
    int pages = large ? bytes / world.page + 1 : step.choice().between(1, 3);
    ByteBuffer memory = memory(step, pages);
    int flags = step.choice().below(4);
    ExportSegment[] made = new ExportSegment[1];
    SegmentContents contents =
        memory == null ? null : new SegmentContents(ControllerModel.bytes(memory));
    if (world.succeeds(
        step,
        " flags " + flags,
        NOTHING,
        () -> made[0] = world.controller.createExportSegment(memory, flags))) {
      world.add(new RsmModel.Export(made[0], flags, memory, contents));
    }
  }

  private List<AccessEntry> list(PlannedRsmCall step, int mode) {
    if (step.isWrong("permission")) {
      return List.of(new AccessEntry(world.node, 0667));
    } else if (step.isWrong("node")) {
      return List.of(new AccessEntry(65, 0600));
    }
    return mode == RsmModel.ANY_MODE ? null : List.of(new AccessEntry(world.node, mode));
  }

  private void publish(PlannedRsmCall step) {
    RsmModel.Export export = step.of(world.exports);
    if (export == null) {
      return;
    }
    int mode = step.choice().oneIn(2) ? RsmModel.ANY_MODE : step.choice().of(MODES);
    int id = step.choice().oneIn(6) ? 0 : freshId();
    if (step.isWrong("reserved")) {
      id = step.choice().of(RESERVED);
    } else if (step.isWrong("used")) {
      Integer used = step.of(world.ids());
      if (used == null) {
        return;
      }
      id = used;
    }
    int asked = id;
    int[] given = new int[1];
    List<AccessEntry> list = list(step, mode);
    if (world.succeeds(
        step,
        " of " + export.object + " id " + Integer.toHexString(asked),
        export.condition(),
        () -> given[0] = export.object.publish(asked, list))) {
      world.holds(
          "publish", asked == 0 ? given[0] < 0 : given[0] == asked, "gave the id " + given[0]);
      export.published = true;
      export.id = given[0];
      export.mode = mode;
      export.unsure |= export.pending > 0;
    }
  }

  private void republish(PlannedRsmCall step) {
    RsmModel.Export export = step.of(world.exports);
    if (export == null) {
      return;
    }
    int mode = step.choice().of(MODES);
    List<AccessEntry> list = list(step, mode);
    String more = " mode 0" + Integer.toOctalString(mode);
    if (succeeds(step, export, more, () -> export.object.republish(list))) {
      export.mode = mode;
    }
  }

  private boolean succeeds(
      PlannedRsmCall step, RsmModel.Export export, String more, Runnable call) {
    return world.succeeds(step, more + " of " + export.object, export.condition(), call);
  }

  private void unpublish(PlannedRsmCall step) {
    RsmModel.Export export = step.of(world.exports);
    if (export != null && succeeds(step, export, "", export.object::unpublish)) {
      withdrawn(export);
    }
  }

  private void withdrawn(RsmModel.Export export) {
    export.published = false;
    export.unsure |= export.pending > 0;
    for (RsmModel.Import segment : world.importsOf(export)) {
      segment.aborted = true;
    }
    export.contents = new SegmentContents(ControllerModel.bytes(export.memory));
  }

  private void destroy(PlannedRsmCall step) {
    RsmModel.Export export = step.of(world.exports);
    if (export != null) {
      destroy(step, export);
    }
  }

  private void destroy(PlannedRsmCall step, RsmModel.Export export) {
    if (succeeds(step, export, "", export.object::destroy)) {
      world.holds("destroy", export.contents, export.memory, "memory has changed");
      withdrawn(export);
      export.gone = true;
    }
  }

  private void rebind(PlannedRsmCall step) {
    RsmModel.Export export = step.of(world.exports);
    if (export == null) {
      return;
    }
    int pages = export.contents.length() / world.page;
    ByteBuffer memory = memory(step, step.isWrong("long") ? pages + 1 : pages);
    ByteBuffer old = export.memory;
    long offset = step.choice().below(9999);
    boolean done =
        world.succeeds(
            step,
            " of " + export.object,
            export.condition(),
            () -> export.object.rebind(memory, offset));
    world.holds("rebind", export.contents, old, "the old memory has changed");
    if (done) {
      export.memory = memory;
      export.contents = new SegmentContents(ControllerModel.bytes(memory));
    }
  }

  private void createHandle(PlannedRsmCall step) {
    if (!world.fits(world.handles, each -> each.freed)) {
      return;
    }
    ByteBuffer memory = memory(step, 1);
    LocalMemoryHandle[] made = new LocalMemoryHandle[1];
    if (world.succeeds(
        step, "", NOTHING, () -> made[0] = world.controller.createLocalMemoryHandle(memory))) {
      world.add(new RsmModel.Handle(made[0], memory));
    }
  }

  private void freeHandle(PlannedRsmCall step) {
    RsmModel.Handle handle = step.of(world.handles);
    if (handle == null) {
      return;
    }
    LocalMemoryHandle given = step.isWrong("null") ? null : handle.object;
    Set<String> condition = handle.freed ? Set.of("freed") : NOTHING;
    handle.freed |=
        world.succeeds(step, "", condition, () -> world.controller.freeLocalMemoryHandle(given));
  }

  /** A second reference, released at once. */
  private void getController(PlannedRsmCall step) {
    String name = step.isWrong("unknown") ? "nosuch0" : world.name;
    RsmController[] got = new RsmController[1];
    if (world.succeeds(step, "", NOTHING, () -> got[0] = world.registry.getController(name))) {
      world.holds("get_controller", got[0].equals(world.controller), "another handle");
      world.call("release", "release", AllowedCodes.SUCCESS, () -> released(got[0]));
    }
  }

  private static int released(RsmController controller) {
    controller.release();
    return RsmReturn.SUCCESS;
  }

  /** A call on a controller that was released. */
  private void released(PlannedRsmCall step) {
    RsmController controller = world.released;
    ByteBuffer memory = world.memory(step.choice(), 1);
    int which = step.choice().below(5);
    world.succeeds(
        step,
        " " + which,
        NOTHING,
        () -> {
          switch (which) {
            case 0 -> controller.getAttr();
            case 1 -> controller.release();
            case 2 -> controller.createExportSegment(memory, 0);
            case 3 -> controller.connectImportSegment(world.node, freshId(), 0400);
            default -> controller.createLocalMemoryHandle(memory);
          }
        });
  }

  void endAll(RandomChoice choice) {
    for (RsmModel.Export export : world.exports) {
      while (export.polls > 0 && !export.gone) {
        export.object.releasePollfd();
        export.polls--;
      }
      destroy(new PlannedRsmCall("destroy", null, choice), export);
    }
    for (RsmModel.Handle handle : world.handles) {
      handle.object.close();
    }
  }
}
