package org.dat4j.conformance.dat.stepper.steps;

import java.util.Map;
import org.dat4j.conformance.dat.stepper.model.AdapterModel;
import org.dat4j.conformance.dat.stepper.model.AllowedReturns;
import org.dat4j.conformance.dat.stepper.model.EpModel;
import org.dat4j.conformance.dat.stepper.model.EventModel;
import org.dat4j.conformance.dat.stepper.model.ModelObject;
import org.dat4j.conformance.dat.stepper.model.ModelObjects.Queue;
import org.dat4j.conformance.dat.stepper.model.ModelObjects.Zone;
import org.dat4j.conformance.dat.stepper.model.PlannedCall;
import org.dat4j.conformance.stepper.RandomChoice;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.EpField;
import org.dat4j.dat.EpParam;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.HandleType;

/**
 * Carries out the random calls of the DAT stepper that change the parameters of an endpoint, and
 * checks each against the model.
 */
final class ModifySteps {
  private static final long UNDEFINED = 0x800;
  private static final Map<String, Long> FIXED =
      Map.of(
          "mask_ia", EpField.IA_HANDLE,
          "mask_state", EpField.EP_STATE,
          "mask_local_address", EpField.LOCAL_IA_ADDRESS_PTR,
          "mask_local_port", EpField.LOCAL_PORT_QUAL,
          "mask_remote_address", EpField.REMOTE_IA_ADDRESS_PTR,
          "mask_remote_port", EpField.REMOTE_PORT_QUAL,
          "mask_srq", EpField.SRQ_HANDLE,
          "mask_soft_hw", EpField.EP_ATTR_SRQ_SOFT_HW);

  private final AdapterModel world;
  private final EventModel events;

  ModifySteps(AdapterModel world, EventModel events) {
    this.world = world;
    this.events = events;
  }

  boolean modify(PlannedCall move) {
    RandomChoice choice = move.choice();
    EpModel end = world.ends.subject(move);
    EpModel model = world.ends.pick(choice);
    if (end == null || model == null) {
      return false;
    }
    events.widen(end);
    EpParam param = model.ep.query();
    if (move.is("mask") || move.is("subject_freed")) {
      long mask = move.is("mask") ? UNDEFINED : EpField.PZ_HANDLE;
      world.run(
          move,
          move.allow(world.tables.answers("modify_pz", end.states)),
          end.toString(),
          () -> end.ep.modify(mask, param));
      return true;
    }
    Long fixed = move.right() ? null : FIXED.get(move.fault().name());
    if (fixed != null) {
      world.run(
          move, move.allow(AllowedReturns.NONE), end.toString(), () -> end.ep.modify(fixed, param));
      return true;
    }
    if (move.is("pz_freed") || move.right() && choice.oneIn(4)) {
      return zone(move, end, param);
    }
    if (move.is("evd_freed") || move.is("evd_foreign") || move.right() && choice.oneIn(2)) {
      return queue(move, end, param);
    }
    return attributes(move, end, param);
  }

  private boolean zone(PlannedCall move, EpModel end, EpParam param) {
    Zone zone =
        move.is("pz_freed") ? world.zones.dead(move.choice()) : world.zones.pick(move.choice());
    // The new PZ would apply to Receives that are posted already; the model has no such rule.
    if (zone == null || !end.receives.isEmpty() || end.pool != null) {
      return false;
    }
    EpParam given = param.toBuilder().pz(zone.pz).build();
    int answer =
        world.run(
            move,
            move.allow(world.tables.answers("modify_pz", end.states)),
            end + " to " + zone,
            () -> end.ep.modify(EpField.PZ_HANDLE, given));
    if (answer == DatReturn.SUCCESS) {
      ModelObject.release(end.zone, HandleType.EP);
      zone.use(HandleType.EP);
      end.zone = zone;
    }
    changed(move, end, "modify_pz", answer);
    return true;
  }

  private void changed(PlannedCall move, EpModel end, String row, int answer) {
    if (move.right()) {
      end.states = world.tables.after(row, end.states, answer);
    }
  }

  private boolean queue(PlannedCall move, EpModel end, EpParam param) {
    RandomChoice choice = move.choice();
    Queue queue =
        world.queues.argument(
            move, "evd", () -> world.queues.pick(choice, q -> q.carries(EvdFlags.CONNECTION)));
    // Events that are queued already stay where they are: only an idle endpoint moves.
    if (queue == null || end.link != null || end.stale > 0 || end.point != null) {
      return false;
    }
    EpParam given = param.toBuilder().connectEvd(queue.evd).build();
    int answer =
        world.run(
            move,
            move.allow(world.tables.answers("modify_evd", end.states)),
            end + " connect evd to " + queue,
            () -> end.ep.modify(EpField.CONNECT_EVD_HANDLE, given));
    if (answer == DatReturn.SUCCESS) {
      ModelObject.release(end.connect, HandleType.EP);
      queue.use(HandleType.EP);
      end.connect = queue;
    }
    changed(move, end, "modify_evd", answer);
    return true;
  }

  private boolean attributes(PlannedCall move, EpModel end, EpParam param) {
    long message = move.choice().oneIn(2) ? 128 : 1024;
    long limit = world.capabilities.limits().maxMessageSize();
    long size = move.is("message_above") ? limit + 1 : Math.min(message, limit);
    boolean flags = move.is("recv_flags_suppress");
    EpParam given =
        param.toBuilder()
            .attr(
                param.attr().toBuilder()
                    .maxMessageSize(size)
                    .recvCompletionFlags(CompletionFlags.SUPPRESS)
                    .build())
            .build();
    long mask = flags ? EpField.EP_ATTR_RECV_COMPLETION_FLAGS : EpField.EP_ATTR_MAX_MESSAGE_SIZE;
    int answer =
        world.run(
            move,
            move.allow(world.tables.answers("modify_attr", end.states)),
            end + " max_message_size " + size,
            () -> end.ep.modify(mask, given));
    if (answer == DatReturn.SUCCESS) {
      end.attr = end.attr.toBuilder().maxMessageSize(size).build();
    }
    changed(move, end, "modify_attr", answer);
    return true;
  }
}
