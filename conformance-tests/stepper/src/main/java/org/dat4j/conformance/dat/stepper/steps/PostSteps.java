package org.dat4j.conformance.dat.stepper.steps;

import java.util.EnumSet;
import java.util.Set;
import org.dat4j.conformance.dat.stepper.model.AdapterModel;
import org.dat4j.conformance.dat.stepper.model.AllowedReturns;
import org.dat4j.conformance.dat.stepper.model.EpModel;
import org.dat4j.conformance.dat.stepper.model.EventModel;
import org.dat4j.conformance.dat.stepper.model.LocalSegments;
import org.dat4j.conformance.dat.stepper.model.ModelObjects.Memory;
import org.dat4j.conformance.dat.stepper.model.ModelObjects.Window;
import org.dat4j.conformance.dat.stepper.model.ModelObjects.Zone;
import org.dat4j.conformance.dat.stepper.model.OutstandingTransfer;
import org.dat4j.conformance.dat.stepper.model.OutstandingTransfer.Piece;
import org.dat4j.conformance.dat.stepper.model.PlannedCall;
import org.dat4j.conformance.dat.stepper.model.TransferModel;
import org.dat4j.conformance.stepper.RandomChoice;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.EpState;
import org.dat4j.dat.LmrIov;
import org.dat4j.dat.MemPriv;

/**
 * Carries out the DAT stepper's random calls that post Sends, Receives, RDMA Writes and RDMA Reads,
 * and checks each against the model.
 */
final class PostSteps {
  private static final int UNDEFINED = 0x4000;

  /** A longer transfer is one of a large registration. */
  private static final int LONG = 1 << 20;

  /** The number of messages of which one may be longer than the Receive that takes it. */
  private static final int TOO_LONG = 20;

  private final AdapterModel world;
  private final EventModel events;
  private final TransferModel traffic;

  PostSteps(AdapterModel world, EventModel events, TransferModel traffic) {
    this.world = world;
    this.events = events;
    this.traffic = traffic;
  }

  static int flags(PlannedCall move, boolean receive) {
    RandomChoice choice = move.choice();
    if (move.is("flags_undefined")) {
      return UNDEFINED;
    }
    if (move.is("flags_unsignalled")) {
      return CompletionFlags.UNSIGNALLED;
    }
    if (move.is("flags_suppress")) {
      return CompletionFlags.SUPPRESS;
    }
    if (move.is("flags_solicited")) {
      return CompletionFlags.SOLICITED_WAIT;
    }
    if (move.is("flags_fence")) {
      return CompletionFlags.BARRIER_FENCE;
    }
    int flags = CompletionFlags.DEFAULT;
    if (!receive) {
      flags |= choice.oneIn(5) ? CompletionFlags.SUPPRESS : 0;
      flags |= choice.oneIn(8) ? CompletionFlags.BARRIER_FENCE : 0;
    }
    return flags;
  }

  private static boolean localFault(PlannedCall move) {
    return move.is("bounds")
        || move.is("zone")
        || move.is("context_unknown")
        || move.is("privilege");
  }

  private EpModel poster(PlannedCall move, boolean request) {
    RandomChoice choice = move.choice();
    if (move.is("subject_freed")) {
      return world.ends.dead(choice);
    }
    return !request || choice.oneIn(10)
        ? world.ends.pick(choice)
        : world.ends.pick(choice, e -> e.can(EpState.CONNECTED) && e.establishedSeen);
  }

  /** An endpoint whose next Send may be long; null where there is none. */
  private EpModel longSender(PlannedCall move) {
    return world.ends.pick(
        move.choice(),
        e -> {
          OutstandingTransfer waiting = e.can(EpState.CONNECTED) ? traffic.waiting(e) : null;
          return waiting != null && waiting.length > LONG && e.attr.maxMessageSize() > LONG;
        });
  }

  boolean send(PlannedCall move) {
    EpModel wanted = move.right() && move.choice().oneIn(2) ? longSender(move) : null;
    EpModel end = wanted == null ? poster(move, true) : wanted;
    if (end == null || end.zone == null || end.request.crowded()) {
      return false;
    }
    RandomChoice choice = move.choice();
    int limit = end.attr.maxRequestIov();
    int count = move.is("iov_above") ? limit + 1 : choice.below(limit + 1);
    boolean above = move.is("message_above");
    // An endpoint may grant more segments than the one that receives.
    long fits = (long) Math.min(limit, EpSteps.SEGMENTS) * Memory.SLOT;
    // The model does not know which buffer of a shared queue a message meets.
    boolean tooLong = choice.oneIn(TOO_LONG) && traffic.waiting(end) != null;
    fits = tooLong ? fits : Math.min(fits, traffic.fits(end));
    int most = (int) Math.min(end.attr.maxMessageSize(), fits);
    if ((localFault(move) || above) && count == 0) {
      count = limit;
    }
    if (above && end.attr.maxMessageSize() >= (long) limit * Memory.SLOT) {
      return false;
    }
    int room = above ? Integer.MAX_VALUE : most - LocalSegments.BEYOND - 1;
    LocalSegments whole = longMessage(move, end);
    LocalSegments segments =
        whole != null
            ? whole
            : LocalSegments.of(world, move, end.zone, MemPriv.LOCAL_READ, count, room, limit);
    if (segments == null || above && segments.length <= end.attr.maxMessageSize()) {
      return false;
    }
    events.widen(end);
    boolean waits = traffic.receiveWaits(end);
    boolean connected = end.can(EpState.CONNECTED) && end.link != null;
    if (move.right() && connected && !waits && !end.link.tainted() && !choice.oneIn(40)) {
      return false;
    }
    Set<DtoStatus> can =
        localFault(move)
            ? world.tables.statuses("local", "send")
            : above
                ? world.tables.statuses("too_long", "send")
                : world.tables.statuses(waits || !connected ? "right" : "no_receive", "send");
    OutstandingTransfer posted = posted(move, "send", segments, can, end);
    posted.mayStay = connected && !waits;
    return post(move, end, segments, posted, MemPriv.LOCAL_READ);
  }

  /** A message that fills a large Receive; null where none waits or there is no memory for it. */
  private LocalSegments longMessage(PlannedCall move, EpModel end) {
    OutstandingTransfer waiting = move.right() ? traffic.waiting(end) : null;
    if (waiting == null || Math.min(waiting.length, end.attr.maxMessageSize()) <= LONG) {
      return null;
    }
    int most = (int) Math.min(waiting.length, end.attr.maxMessageSize());
    Memory memory =
        LocalSegments.large(world, move.choice(), end.zone, MemPriv.LOCAL_READ, m -> true);
    return memory == null
        ? null
        : LocalSegments.whole(memory, move.choice().between(LONG + 1, most));
  }

  boolean receive(PlannedCall move) {
    EpModel end = poster(move, false);
    if (end == null || end.zone == null || end.recv.crowded()) {
      return false;
    }
    RandomChoice choice = move.choice();
    int limit = end.attr.maxRecvIov();
    int count = move.is("iov_above") ? limit + 1 : choice.oneIn(20) ? 0 : choice.between(1, limit);
    boolean large = !choice.oneIn(30);
    Zone zone = end.zone;
    Memory memory =
        move.right() && choice.oneIn(2)
            ? LocalSegments.large(world, choice, zone, MemPriv.LOCAL_WRITE, m -> true)
            : null;
    LocalSegments segments =
        memory != null
            ? LocalSegments.whole(memory, Memory.LARGE)
            : large && move.right()
                ? LocalSegments.large(world, move, zone, limit)
                : LocalSegments.of(
                    world, move, zone, MemPriv.LOCAL_WRITE, count, Integer.MAX_VALUE, limit);
    if (segments == null || localFault(move) && count == 0) {
      return false;
    }
    events.widen(end);
    Set<DtoStatus> can = world.tables.statuses(localFault(move) ? "local" : "right", "recv");
    OutstandingTransfer posted = posted(move, "recv", segments, can, end);
    return post(move, end, segments, posted, MemPriv.LOCAL_WRITE);
  }

  private OutstandingTransfer posted(
      PlannedCall move, String request, LocalSegments segments, Set<DtoStatus> can, EpModel end) {
    int flags = flags(move, request.equals("recv"));
    OutstandingTransfer posted =
        new OutstandingTransfer(
            world.cookie(), request, flags, segments.pieces, segments.length, can);
    posted.end = end;
    return posted;
  }

  private AllowedReturns right(EpModel end, OutstandingTransfer posted) {
    String row = posted.isReceive() ? "post_recv" : "post_request";
    AllowedReturns right = world.tables.answers(row, end.states);
    if (posted.isReceive() && end.pool != null) {
      // C39: the page only forbids it.
      return AllowedReturns.of(DatReturn.INVALID_STATE);
    }
    long reads = end.requests.stream().filter(p -> p.request.equals("read")).count();
    boolean manyReads = posted.request.equals("read") && reads >= end.attr.maxRdmaReadOut();
    if (manyReads) {
      right = right.or(DatReturn.INSUFFICIENT_RESOURCES);
    }
    return end.room(posted.isReceive(), world.capabilities).limit(right);
  }

  private boolean post(
      PlannedCall move,
      EpModel end,
      LocalSegments segments,
      OutstandingTransfer posted,
      int privilege) {
    if (posted.request.equals("send") || posted.request.equals("write")) {
      traffic.fill(posted);
    }
    LmrIov iov = segments.iov;
    boolean single = iov.count() == 1 && posted.remote == null && move.choice().oneIn(2);
    int answer =
        world.call(
            move,
            move.allow(right(end, posted)),
            text(end, segments, posted, ""),
            () -> deed(end, posted, iov, single));
    judged(move, end, posted, answer);
    return true;
  }

  private static String text(
      EpModel end, LocalSegments segments, OutstandingTransfer posted, String remote) {
    return posted
        + " on "
        + end
        + " "
        + segments.pieces.size()
        + " segments, "
        + posted.length
        + " bytes"
        + remote
        + ", flags "
        + CompletionFlags.toString(posted.flags);
  }

  private int deed(EpModel end, OutstandingTransfer posted, LmrIov iov, boolean single) {
    if (posted.isReceive()) {
      return single
          ? end.ep.postRecv(
              iov.lmrContext(0), iov.address(0), iov.length(0), posted.cookie, posted.flags)
          : end.ep.postRecv(iov, posted.cookie, posted.flags);
    }
    return single
        ? end.ep.postSend(
            iov.lmrContext(0), iov.address(0), iov.length(0), posted.cookie, posted.flags)
        : end.ep.postSend(iov, posted.cookie, posted.flags);
  }

  private void judged(PlannedCall move, EpModel end, OutstandingTransfer posted, int answer) {
    if (end.gone) {
      return;
    }
    String row = posted.isReceive() ? "post_recv" : "post_request";
    if (answer == DatReturn.SUCCESS) {
      end.states = world.tables.after(row, end.states, answer);
      traffic.accepted(posted);
    } else if (answer == DatReturn.INVALID_STATE && move.right() && end.pool == null) {
      end.states = world.tables.after(row, end.states, answer);
    }
  }

  boolean rdma(PlannedCall move, boolean read) {
    EpModel end = poster(move, true);
    if (end == null || end.zone == null || end.request.crowded()) {
      return false;
    }
    RandomChoice choice = move.choice();
    int limit =
        Math.min(
            end.attr.maxRequestIov(),
            read ? end.attr.maxRdmaReadIov() : end.attr.maxRdmaWriteIov());
    int count = move.is("iov_above") ? limit + 1 : choice.between(1, limit);
    if (move.is("iov_above") && limit < end.attr.maxRequestIov() && read) {
      count = end.attr.maxRequestIov() + 1;
    }
    boolean both = read && world.capabilities.provider().rdmaWriteForRdmaReadReq();
    int privilege =
        read ? MemPriv.LOCAL_WRITE | (both ? MemPriv.REMOTE_WRITE : 0) : MemPriv.LOCAL_READ;
    Memory own =
        move.right() && end.attr.maxRdmaSize() > LONG
            ? LocalSegments.large(world, choice, end.zone, privilege, m -> true)
            : null;
    RemoteMemory far = own == null ? null : longTarget(move, end, read, own);
    LocalSegments segments =
        far != null
            ? LocalSegments.whole(own, (int) far.length)
            : LocalSegments.of(
                world, move, end.zone, privilege, count, Memory.SLOT, Math.max(limit, count));
    boolean fits = far != null || segments != null && segments.length <= Memory.SLOT;
    if (segments == null || !fits && !localFault(move)) {
      return false;
    }
    String request = read ? "read" : "write";
    RemoteMemory target = far != null ? far : target(move, end, read, segments);
    if (target == null) {
      return false;
    }
    events.widen(end);
    Set<DtoStatus> can = EnumSet.noneOf(DtoStatus.class);
    if (localFault(move)) {
      can.addAll(world.tables.statuses("local", request));
    } else if (target.wrong) {
      can.addAll(world.tables.statuses("remote", request));
      if (request.equals("write") && !world.capabilities.has("remote_completion")) {
        // It is complete before the peer refuses it.
        can.add(DtoStatus.SUCCESS);
      }
    } else {
      can.addAll(world.tables.statuses("right", request));
    }
    OutstandingTransfer posted = posted(move, request, segments, can, end);
    posted.remote = target.piece;
    posted.window = target.window;
    if (read && target.piece != null) {
      traffic.fill(posted.cookie, target.piece, 0);
    } else if (!read) {
      traffic.fill(posted);
    }
    long length = target.length;
    LmrIov iov = segments.iov;
    int answer =
        world.call(
            move,
            move.allow(right(end, posted)),
            text(end, segments, posted, ", remote " + target.piece + " " + length),
            () ->
                read
                    ? end.ep.postRdmaRead(
                        iov, posted.cookie, target.context, target.address, length, posted.flags)
                    : end.ep.postRdmaWrite(
                        iov, posted.cookie, target.context, target.address, length, posted.flags));
    judged(move, end, posted, answer);
    return true;
  }

  /** Remote memory of an RDMA request. */
  private static final class RemoteMemory {
    Piece piece;
    Window window;
    int context;
    long address;
    long length;
    boolean wrong;
  }

  /** A large registration of the peer; null where there is none besides the poster's. */
  private RemoteMemory longTarget(PlannedCall move, EpModel end, boolean read, Memory own) {
    EpModel peer = end.link == null ? null : end.link.peer(end);
    int privilege = read ? MemPriv.REMOTE_READ : MemPriv.REMOTE_WRITE;
    Memory memory =
        peer == null
            ? null
            : LocalSegments.large(
                world, move.choice(), peer.zone, privilege, m -> m.taken != own.taken);
    if (memory == null) {
      return null;
    }
    RemoteMemory target = new RemoteMemory();
    int most = (int) Math.min(Memory.LARGE, end.attr.maxRdmaSize());
    target.length = move.choice().between(LONG + 1, most);
    target.context = memory.lmr.rmrContext();
    target.address = memory.address(0);
    target.piece = new Piece(memory, 0, (int) target.length);
    return target;
  }

  private RemoteMemory target(PlannedCall move, EpModel end, boolean read, LocalSegments segments) {
    RandomChoice choice = move.choice();
    EpModel peer = end.link == null ? null : end.link.peer(end);
    Zone zone = peer == null ? end.zone : peer.zone;
    int privilege = read ? MemPriv.REMOTE_READ : MemPriv.REMOTE_WRITE;
    RemoteMemory target = new RemoteMemory();
    target.length = move.is("remote_length") ? segments.length + (read ? 1 : -1) : segments.length;
    if (move.right() && choice.oneIn(4)) {
      return through(choice, target, zone, privilege, segments);
    }
    Memory memory =
        move.is("remote_privilege")
            ? world.memories.pick(choice, m -> m.zone == zone && m.remote() && !m.grants(privilege))
            : move.is("remote_zone")
                ? world.memories.pick(choice, m -> m.zone != zone && m.grants(privilege))
                : LocalSegments.memory(world, choice, zone, privilege);
    segments.pieces.forEach(p -> p.memory().taken.set(p.slot()));
    int slot = memory == null ? -1 : LocalSegments.slot(memory, choice);
    segments.pieces.forEach(p -> p.memory().taken.clear(p.slot()));
    if (slot < 0) {
      return null;
    }
    target.context = move.is("remote_unknown") ? Memory.UNKNOWN_CONTEXT : memory.lmr.rmrContext();
    target.address =
        move.is("remote_bounds") ? memory.end() - segments.length + 1 : memory.address(slot);
    target.wrong = !move.right() && move.fault().name().startsWith("remote_");
    target.piece = new Piece(memory, slot, Math.min(segments.length, Memory.SLOT));
    return target;
  }

  /** A target inside an RMR that is certainly bound; null where there is none. */
  private RemoteMemory through(
      RandomChoice choice, RemoteMemory target, Zone zone, int privilege, LocalSegments segments) {
    int length = segments.length;
    Window window =
        world.windows.pick(
            choice, w -> w.zone == zone && w.memory != null && !w.unsure && w.pending == 0);
    if (window == null
        || window.memory.gone
        || window.memory.taken.get(window.slot)
        || segments.pieces.stream()
            .anyMatch(p -> p.memory().taken == window.memory.taken && p.slot() == window.slot)) {
      return null;
    }
    target.window = window;
    target.context = window.rmr.rmrContext();
    target.address = window.memory.address(window.slot);
    target.wrong = length > window.length || (window.privileges & privilege) == 0;
    target.piece = new Piece(window.memory, window.slot, length);
    return target;
  }
}
