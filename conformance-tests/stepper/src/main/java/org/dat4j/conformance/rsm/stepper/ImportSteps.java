package org.dat4j.conformance.rsm.stepper;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.dat4j.conformance.stepper.RandomChoice;
import org.dat4j.rsm.BarrierMode;
import org.dat4j.rsm.BarrierType;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.MapAttribute;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.RsmBarrier;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.SegmentMap;

/**
 * Carries out the random calls of the RSM stepper on barriers, and those on imports that move no
 * data, and checks each against the model.
 */
final class ImportSteps {
  private static final List<Integer> PERMS =
      List.of(Permission.READ, Permission.WRITE, Permission.RDWR, Permission.RDWR);
  private static final List<Integer> NO_PERMS = List.of(0, 0100, 0644, 0700, -1);
  private static final int UNUSED_ID = 0x006fffff;

  private final ControllerModel world;

  ImportSteps(ControllerModel world) {
    this.world = world;
  }

  boolean step(PlannedRsmCall step) {
    switch (step.call()) {
      case "connect" -> connect(step);
      case "open", "order", "close_barrier", "destroy_barrier" -> barrier(step);
      case "disconnect", "map", "unmap", "init_barrier", "set_mode", "get_mode" -> {
        RsmModel.Import segment = step.of(world.imports);
        if (segment != null) {
          onImport(step, segment);
        }
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  private void onImport(PlannedRsmCall step, RsmModel.Import segment) {
    switch (step.call()) {
      case "disconnect" -> disconnect(step, segment);
      case "map" -> map(step, segment);
      case "unmap" -> unmap(step, segment);
      case "init_barrier" -> initBarrier(step, segment);
      case "set_mode" -> setMode(step, segment);
      default -> getMode(step, segment);
    }
  }

  /** Makes a call on an import. Returns whether it succeeded. */
  private boolean call(PlannedRsmCall step, RsmModel.Import segment, String more, Runnable deed) {
    Set<String> condition = segment.condition();
    if (!world.maps) {
      condition.add("no-maps");
    }
    return world.succeeds(step, " of " + segment.object + more, condition, deed);
  }

  private void connect(PlannedRsmCall step) {
    List<RsmModel.Export> published =
        world.exports.stream().filter(each -> each.published).toList();
    RsmModel.Export export = step.of(published);
    if (export == null || !world.fits(world.imports, each -> each.gone)) {
      return;
    }
    int perm = step.isWrong("perm") ? step.choice().of(NO_PERMS) : step.choice().of(PERMS);
    int id = step.isWrong("id") ? UNUSED_ID : export.id;
    int node = step.isWrong("other-node") ? 62 : world.node;
    Set<String> condition = new HashSet<>();
    RsmModel.Segment.add(condition, !export.grants(perm), "denied");
    ImportSegment[] made = new ImportSegment[1];
    if (world.succeeds(
        step,
        " to " + export.object + " perm 0" + Integer.toOctalString(perm),
        condition,
        () -> made[0] = world.controller.connectImportSegment(node, id, perm))) {
      world.holds(
          "connect",
          made[0].length() == export.contents.length() && made[0].permission() == perm,
          "length " + made[0].length() + ", permission " + made[0].permission());
      world.add(new RsmModel.Import(made[0], export, perm));
    }
  }

  private void disconnect(PlannedRsmCall step, RsmModel.Import segment) {
    if (call(step, segment, "", () -> segment.object.disconnect())) {
      segment.gone = true;
      settle(segment);
    }
  }

  private static void settle(RsmModel.Import segment) {
    segment.export.contents.settle(segment, ControllerModel.bytes(segment.export.memory));
  }

  private void map(PlannedRsmCall step, RsmModel.Import segment) {
    int length = segment.export.contents.length();
    int pages = length / world.page;
    int first = step.choice().below(pages);
    long offset = (long) first * world.page;
    long bytes = step.choice().between(1, length - (int) offset);
    int perm = segment.perm == Permission.RDWR ? step.choice().of(PERMS) : segment.perm;
    MapAttribute attribute = MapAttribute.NONE;
    if (step.wrong() != null) {
      switch (step.wrong().name()) {
        case "perm" -> perm = step.choice().of(NO_PERMS);
        case "empty" -> bytes = 0;
        case "long" -> bytes = length - offset + 1;
        case "negative" -> offset = -world.page;
        case "past" -> offset = length;
        case "misaligned" -> {
          offset = 8;
          bytes = 1;
        }
        case "fixed" -> attribute = MapAttribute.FIXED;
        default -> throw new IllegalStateException("argument " + step.wrong());
      }
    }
    long from = offset;
    long many = bytes;
    int rights = perm;
    MapAttribute how = attribute;
    SegmentMap[] made = new SegmentMap[1];
    if (call(
        step,
        segment,
        " at " + from + " for " + many,
        () -> made[0] = segment.object.map(how, world.page + 1L, rights, from, many))) {
      segment.map = made[0];
      segment.mapPerm = rights;
      segment.start = (int) from;
      segment.end = (int) (from + many);
    }
  }

  private void unmap(PlannedRsmCall step, RsmModel.Import segment) {
    if (call(step, segment, "", () -> segment.object.unmap())) {
      segment.map = null;
      segment.start = 0;
      segment.end = segment.export.contents.length();
    }
  }

  private void initBarrier(PlannedRsmCall step, RsmModel.Import segment) {
    if (!world.fits(world.spans, each -> each.destroyed || each.segment.gone)) {
      return;
    }
    BarrierType type = BarrierType.values()[step.choice().below(BarrierType.values().length)];
    RsmBarrier[] made = new RsmBarrier[1];
    if (call(step, segment, "", () -> made[0] = segment.object.initBarrier(type))) {
      segment.implicit = new RsmModel.BarrierModel(made[0], segment);
      world.add(segment.implicit);
    }
  }

  private void setMode(PlannedRsmCall step, RsmModel.Import segment) {
    BarrierMode mode = step.isWrong("null") ? null : BarrierMode.values()[step.choice().below(2)];
    if (call(step, segment, " to " + mode, () -> segment.object.setMode(mode))) {
      segment.mode = mode;
    }
  }

  private void getMode(PlannedRsmCall step, RsmModel.Import segment) {
    BarrierMode[] told = new BarrierMode[1];
    if (call(step, segment, "", () -> told[0] = segment.object.getMode())) {
      world.holds("get_mode", told[0] == segment.mode, "gave " + told[0]);
    }
  }

  private void barrier(PlannedRsmCall step) {
    RsmModel.BarrierModel span = step.of(world.spans);
    if (span == null) {
      return;
    }
    boolean open = span.open;
    int code =
        world.call(
            step,
            " of " + span.object,
            span.condition(),
            () -> onBarrier(step.call(), span.object));
    switch (step.call()) {
      case "open" -> span.open |= code == RsmReturn.SUCCESS;
      case "close_barrier" -> {
        if (open && !span.destroyed && !span.segment.gone) {
          span.open = false;
          if (code == RsmReturn.SUCCESS) {
            settle(span.segment);
          }
        }
      }
      case "destroy_barrier" -> {
        if (code == RsmReturn.SUCCESS) {
          span.destroyed = true;
          span.segment.implicit = span.segment.implicit == span ? null : span.segment.implicit;
        }
      }
      default -> {}
    }
  }

  /** Makes a call of a barrier by its name in the tables. */
  static int onBarrier(String call, RsmBarrier barrier) {
    switch (call) {
      case "open":
        return barrier.open();
      case "order":
        return barrier.order();
      case "close_barrier":
        return barrier.close();
      default:
        barrier.destroy();
        return RsmReturn.SUCCESS;
    }
  }

  void endAll(RandomChoice choice) {
    for (RsmModel.Import segment : world.imports) {
      while (segment.polls > 0 && !segment.gone) {
        segment.object.releasePollfd();
        segment.polls--;
      }
      if (segment.map != null) {
        unmap(new PlannedRsmCall("unmap", null, choice), segment);
      }
      disconnect(new PlannedRsmCall("disconnect", null, choice), segment);
    }
  }
}
