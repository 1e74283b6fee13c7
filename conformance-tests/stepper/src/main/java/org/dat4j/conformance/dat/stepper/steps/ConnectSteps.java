package org.dat4j.conformance.dat.stepper.steps;

import java.net.InetAddress;
import java.nio.ByteBuffer;
import org.dat4j.conformance.dat.stepper.model.AdapterModel;
import org.dat4j.conformance.dat.stepper.model.AllowedReturns;
import org.dat4j.conformance.dat.stepper.model.ConnectionModel;
import org.dat4j.conformance.dat.stepper.model.EpModel;
import org.dat4j.conformance.dat.stepper.model.EventModel;
import org.dat4j.conformance.dat.stepper.model.ModelObjects.Point;
import org.dat4j.conformance.dat.stepper.model.ModelTables;
import org.dat4j.conformance.dat.stepper.model.PlannedCall;
import org.dat4j.conformance.stepper.RandomChoice;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.ConnectFlags;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpState;
import org.dat4j.dat.Qos;

/**
 * Carries out the DAT stepper's random calls that begin and end connections, and checks each
 * against the model. They are connect, connect like another endpoint, and disconnect.
 */
final class ConnectSteps {
  private static final int UNDEFINED = 0x4000;
  private static final int MAX_PRIVATE = 32;
  private static final long PATIENT_MICROS = 120_000_000;
  private static final int HASTY_MICROS = 3000;
  private static final int QOS_BITS = 0xF;

  private final AdapterModel world;
  private final EventModel events;

  ConnectSteps(AdapterModel world, EventModel events) {
    this.world = world;
    this.events = events;
  }

  private byte[] privateData(PlannedCall move, long id) {
    int size =
        move.is("private_above")
            ? world.capabilities.provider().maxPrivateDataSize() + 1
            : Long.BYTES + move.choice().below(MAX_PRIVATE);
    byte[] data = new byte[size];
    for (int i = 0; i < size; i++) {
      data[i] = (byte) (id + i);
    }
    ByteBuffer.wrap(data).putLong(id);
    return data;
  }

  private long timeout(PlannedCall move) {
    RandomChoice choice = move.choice();
    if (move.is("timeout_zero")) {
      return 0;
    }
    if (move.is("timeout_negative")) {
      return -1;
    }
    if (move.is("timeout_above")) {
      return DatConstants.TIMEOUT_INFINITE + 1;
    }
    return choice.oneIn(12)
        ? choice.between(1, HASTY_MICROS)
        : choice.oneIn(2) ? PATIENT_MICROS : DatConstants.TIMEOUT_INFINITE;
  }

  private EpModel connector(PlannedCall move) {
    RandomChoice choice = move.choice();
    if (move.is("subject_freed")) {
      return world.ends.dead(choice);
    }
    if (move.is("ep_no_pz")) {
      return world.ends.pick(choice, e -> e.zone == null);
    }
    if (move.is("ep_no_connect_evd")) {
      return world.ends.pick(choice, e -> e.connect == null);
    }
    return choice.oneIn(6)
        ? world.ends.pick(choice)
        : world.ends.pick(
            choice, e -> e.surely(EpState.UNCONNECTED) && e.zone != null && e.connect != null);
  }

  private AllowedReturns right(String row, EpModel end) {
    AllowedReturns right = world.tables.answers(row, end.states);
    if (end.zone == null || end.connect == null) {
      // DAT-D08.
      right = AllowedReturns.of(DatReturn.INVALID_STATE, DatReturn.INVALID_HANDLE);
    }
    return right;
  }

  boolean connect(PlannedCall move) {
    RandomChoice choice = move.choice();
    EpModel end = connector(move);
    Point point = choice.oneIn(6) ? world.points.dead(choice) : world.points.pick(choice);
    if (end == null || point == null) {
      return false;
    }
    if (!point.gone && point.queue.crowded() || end.connect != null && end.connect.crowded()) {
      return false;
    }
    events.widen(end);
    int qos =
        move.is("qos_unsupported")
            ? QOS_BITS & ~world.capabilities.provider().qosSupported()
            : Qos.BEST_EFFORT;
    if (move.is("qos_unsupported") && qos == 0) {
      return false;
    }
    int flags =
        move.is("flags_undefined")
            ? UNDEFINED
            : move.is("multipath") ? ConnectFlags.MULTIPATH : ConnectFlags.DEFAULT;
    InetAddress address = move.is("address_null") ? null : world.ia.address();
    long timeout = timeout(move);
    long id = world.id();
    byte[] data = privateData(move, id);
    AllowedReturns right = right("connect", end);
    int answer =
        world.run(
            move,
            move.allow(right),
            end
                + " to "
                + point.qualifier
                + " timeout "
                + timeout
                + " us, "
                + data.length
                + " bytes as connection "
                + id,
            () -> end.ep.connect(address, point.qualifier, timeout, data, qos, flags));
    started(end, "connect", answer, id, data, timeout, point.qualifier);
    return true;
  }

  private void started(
      EpModel end, String row, int answer, long id, byte[] data, long timeout, long qualifier) {
    if (end.gone) {
      return;
    }
    if (answer != DatReturn.SUCCESS) {
      return;
    }
    end.states = world.tables.after(row, end.states, answer);
    Point point = null;
    for (Point candidate : world.points.living()) {
      point = candidate.qualifier == qualifier ? candidate : point;
    }
    ConnectionModel link = new ConnectionModel(id, end, point, data);
    link.dialled = qualifier;
    if (point == null) {
      link.happened("refused");
    } else {
      point.queue.load++;
    }
    if (timeout < PATIENT_MICROS) {
      link.happened("late");
    }
    end.connect.load += 2;
    end.begin(link, true);
    world.links.add(link);
    events.contend(point);
  }

  boolean duplicate(PlannedCall move) {
    RandomChoice choice = move.choice();
    EpModel end = connector(move);
    EpModel original =
        world.ends.argument(
            move,
            "dup",
            () -> world.ends.pick(choice, e -> e.link != null && e.active && e.link.point != null));
    if (end == null || original == null || original == end) {
      return false;
    }
    events.widen(end);
    events.widen(original);
    ConnectionModel pattern = original.link;
    if (pattern != null && pattern.point != null && pattern.point.queue.crowded()) {
      return false;
    }
    int qos =
        move.is("qos_unsupported")
            ? QOS_BITS & ~world.capabilities.provider().qosSupported()
            : Qos.BEST_EFFORT;
    if (move.is("qos_unsupported") && qos == 0) {
      return false;
    }
    long timeout = timeout(move);
    long id = world.id();
    byte[] data = privateData(move, id);
    AllowedReturns right = right("connect", end);
    if (pattern != null) {
      AllowedReturns dup = world.tables.answers("dup_connect_as_dup", original.states);
      right = dup.allow(DatReturn.SUCCESS) ? right.or(dup.failures()) : right.failures().or(dup);
    }
    Ep dup = move.is("dup_null") ? null : original.ep;
    int answer =
        world.run(
            move,
            move.allow(right),
            end + " like " + original + " timeout " + timeout + " us as connection " + id,
            () -> end.ep.dupConnect(dup, timeout, data, qos));
    if (answer == DatReturn.SUCCESS) {
      started(end, "connect", answer, id, data, timeout, pattern.dialled);
    }
    return true;
  }

  boolean disconnect(PlannedCall move) {
    EpModel end = world.ends.subject(move);
    if (end == null || move.right() && end.establishedSeen && !move.choice().oneIn(3)) {
      return false;
    }
    events.widen(end);
    boolean graceful = move.choice().oneIn(2);
    String row = graceful ? "disconnect_graceful" : "disconnect_abrupt";
    CloseFlags flags =
        move.is("flags_null") ? null : graceful ? CloseFlags.GRACEFUL : CloseFlags.ABRUPT;
    int before = end.states;
    int answer =
        world.run(
            move,
            move.allow(world.tables.answers(row, before)),
            end + " " + flags,
            () -> end.ep.disconnect(flags));
    if (end.gone || !move.right()) {
      return true;
    }
    end.states = world.tables.after(row, before, answer);
    if (answer == DatReturn.SUCCESS && end.link != null) {
      int establishing =
          ModelTables.bit(EpState.ACTIVE_CONNECTION_PENDING)
              | ModelTables.bit(EpState.COMPLETION_PENDING);
      end.aborted |= (before & establishing) != 0 && !end.outcomeSeen;
      end.link.happened("gone");
    }
    return true;
  }
}
