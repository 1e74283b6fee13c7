package org.dat4j.conformance.rsm.stepper;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.dat4j.conformance.rsm.fixture.RsmRegistryUnderTest;
import org.dat4j.conformance.rsm.fixture.RsmSource;
import org.dat4j.conformance.stepper.CallWatch;
import org.dat4j.conformance.stepper.Difference;
import org.dat4j.conformance.stepper.RandomChoice;
import org.dat4j.rsm.BarrierMode;
import org.dat4j.rsm.BarrierType;
import org.dat4j.rsm.ExportFlags;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.MapAttribute;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.PollFd;
import org.dat4j.rsm.RsmBarrier;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmRegistry;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.RsmSegment;
import org.dat4j.rsm.ScatGath;

/**
 * Makes and checks the random calls of the RSM stepper's threads on segments, imports and barriers
 * that all threads share. What is checked holds in any order: a call returns only codes that the
 * contract has for it, and no byte appears that no thread wrote. On a connection that stays, no
 * signal is lost or made up.
 */
final class ConcurrentRsmSteps implements AutoCloseable {
  private static final int PLACES = 4;

  /** Marks what the threads write. */
  private static final long MARK = 0x5A17L << 48;

  private static final long MARK_BITS = 0xFFFFL << 48;
  private static final List<Integer> PERMS =
      List.of(Permission.READ, Permission.WRITE, Permission.RDWR);

  private final RsmModelTables tables;
  private final RsmRegistryUnderTest registry;
  private final RsmController controller;
  private final int node;
  private final int page;
  private final BooleanSupplier cancelled;
  private final AtomicReferenceArray<ExportSegment> exports = new AtomicReferenceArray<>(PLACES);
  private final AtomicReferenceArray<ImportSegment> imports = new AtomicReferenceArray<>(PLACES);
  private final AtomicReferenceArray<RsmBarrier> barriers = new AtomicReferenceArray<>(PLACES);
  private final AtomicInteger[] ids = new AtomicInteger[PLACES];
  private final UnpublishRecord[] withdrawals = new UnpublishRecord[PLACES];
  private final ExportSegment steadyExport;
  private final ImportSegment steadyImport;
  private final AtomicLong posted = new AtomicLong();
  private final AtomicLong taken = new AtomicLong();
  private final ConcurrentLinkedQueue<AutoCloseable> made = new ConcurrentLinkedQueue<>();
  final AtomicLong calls = new AtomicLong();
  final AtomicLong refusals = new AtomicLong();
  final AtomicReference<Difference> difference = new AtomicReference<>();
  final CallWatch watch;

  ConcurrentRsmSteps(
      RsmModelTables tables,
      RsmSource source,
      String name,
      int threads,
      BooleanSupplier cancelled) {
    this.tables = tables;
    this.cancelled = cancelled;
    this.watch = new CallWatch(threads);
    registry = source.registry(RsmRegistry.builder());
    node = registry.getInterconnectTopology().localNodeId();
    controller = registry.getController(name);
    page = (int) controller.getAttr().pageSize();
    for (int i = 0; i < PLACES; i++) {
      ids[i] = new AtomicInteger();
      withdrawals[i] = new UnpublishRecord();
    }
    steadyExport = controller.createExportSegment(memory(), ExportFlags.NONE);
    made.add(steadyExport);
    int id = steadyExport.publish(0, null);
    steadyImport = controller.connectImportSegment(node, id, Permission.RDWR);
    made.add(steadyImport);
    steadyImport.initBarrier(BarrierType.DEFAULT);
  }

  private ByteBuffer memory() {
    return ByteBuffer.allocateDirect(2 * page)
        .alignedSlice(page)
        .slice(0, page)
        .order(ByteOrder.nativeOrder());
  }

  /** Makes one call for one thread. */
  void step(int thread, RandomChoice choice) {
    if (choice.oneIn(4)) {
      steady(thread, choice);
      return;
    }
    int place = choice.below(PLACES);
    String call = tables.call(choice);
    ExportSegment export = exports.get(place);
    ImportSegment segment = imports.get(place);
    RsmBarrier barrier = barriers.get(place);
    switch (call) {
      case "create" -> make(thread, call, place, choice, export);
      case "connect" -> connect(thread, call, place, choice, segment);
      case "init_barrier" -> {
        if (segment != null) {
          call(
              thread,
              call,
              () -> {
                barriers.set(place, segment.initBarrier(BarrierType.DEFAULT));
                return RsmReturn.SUCCESS;
              });
        }
      }
      case "open", "order", "close_barrier", "destroy_barrier" -> {
        if (barrier != null) {
          call(thread, call, () -> ImportSteps.onBarrier(call, barrier));
        }
      }
      default -> {
        boolean onExport =
            Set.of("publish", "republish", "unpublish", "rebind", "destroy", "post_export")
                .contains(call);
        boolean either = Set.of("wait", "get_pollfd", "release_pollfd").contains(call);
        if (export != null && (onExport || either && choice.oneIn(2))) {
          call(thread, call, () -> onExport(call, export, place, choice));
        } else if (segment != null && !onExport) {
          onImport(thread, call, segment, choice);
        }
      }
    }
  }

  private int call(int thread, String call, ControllerModel.ProviderCall deed) {
    return call(thread, call, deed, () -> tables.anything(call));
  }

  /** Makes a call; the codes that it may answer are asked for when it has returned. */
  private int call(
      int thread, String call, ControllerModel.ProviderCall deed, Supplier<AllowedCodes> codes) {
    calls.incrementAndGet();
    watch.begins(thread, call);
    int code;
    String why = "";
    try {
      code = deed.run();
    } catch (RsmException e) {
      code = e.code();
      why = " (" + e.getMessage() + ")";
    } catch (Difference e) {
      throw e;
    } catch (RuntimeException e) {
      throw new Difference("threads", call + " threw " + e, e);
    } finally {
      watch.ends(thread);
    }
    if (code != RsmReturn.SUCCESS) {
      refusals.incrementAndGet();
    }
    AllowedCodes allowed = codes.get();
    if (!allowed.allow(code)) {
      throw new Difference(
          "threads",
          call + " gave " + RsmReturn.name(code) + why + ", the contract allows " + allowed);
    }
    return code;
  }

  private void make(int thread, String call, int place, RandomChoice choice, ExportSegment old) {
    call(
        thread,
        call,
        () -> {
          int flags = choice.below(4);
          ExportSegment export = controller.createExportSegment(memory(), flags);
          made.add(export);
          if (!exports.compareAndSet(place, old, export)) {
            export.destroy();
            made.remove(export);
          } else if (old != null) {
            withdrawals[place].during(old::close);
            made.remove(old);
          }
          return RsmReturn.SUCCESS;
        });
  }

  /** Connects to a published segment, which another thread may withdraw meanwhile. */
  private void connect(int thread, String call, int place, RandomChoice choice, ImportSegment old) {
    int source = choice.below(PLACES);
    int perm = choice.of(PERMS);
    long before = withdrawals[source].begin();
    int id = ids[source].get();
    call(
        thread,
        call,
        () -> {
          ImportSegment segment = controller.connectImportSegment(node, id, perm);
          made.add(segment);
          if (!imports.compareAndSet(place, old, segment)) {
            segment.disconnect();
            made.remove(segment);
          } else if (old != null) {
            old.close();
            made.remove(old);
          }
          return RsmReturn.SUCCESS;
        },
        () ->
            withdrawals[source].metSince(before)
                ? tables.anything(call).or(tables.answer(call, Set.of(RsmModelTables.WITHDRAWN)))
                : tables.anything(call));
  }

  private int onExport(String call, ExportSegment export, int place, RandomChoice choice) {
    switch (call) {
      case "publish" -> ids[place].set(export.publish(0, null));
      case "republish" -> export.republish(null);
      case "unpublish" -> withdrawals[place].during(export::unpublish);
      case "rebind" -> export.rebind(memory(), 0);
      case "destroy" -> withdrawals[place].during(export::destroy);
      case "post_export" -> {
        return export.post(choice.below(4));
      }
      default -> {
        return onSegment(call, export);
      }
    }
    return RsmReturn.SUCCESS;
  }

  private static int onSegment(String call, RsmSegment segment) {
    switch (call) {
      case "wait" -> {
        return segment.await(0);
      }
      case "get_pollfd" -> segment.getPollfd(new PollFd());
      default -> segment.releasePollfd();
    }
    return RsmReturn.SUCCESS;
  }

  private void onImport(int thread, String call, ImportSegment segment, RandomChoice choice) {
    long offset = 8L * choice.below(page / 8);
    switch (call) {
      case "put" -> call(thread, call, () -> segment.put64(offset, marked(choice), 0, 1));
      case "get" -> get(thread, segment, offset);
      case "putv" -> {
        ScatGath vector = vector(choice, offset);
        call(thread, call, () -> segment.putv(vector));
      }
      case "getv" -> call(thread, call, () -> segment.getv(vector(choice, offset)));
      case "map" -> {
        if (controller.getAttr().maxImportMapSize() > 0) {
          call(
              thread,
              call,
              () -> {
                segment.map(MapAttribute.NONE, 0, segment.permission(), 0, page);
                return RsmReturn.SUCCESS;
              });
        }
      }
      case "unmap", "disconnect", "set_mode", "get_mode" ->
          call(thread, call, () -> onState(call, segment, choice));
      case "post_import" -> call(thread, call, () -> segment.post(choice.below(4)));
      case "wait", "get_pollfd", "release_pollfd" ->
          call(thread, call, () -> onSegment(call, segment));
      default -> {}
    }
  }

  private static int onState(String call, ImportSegment segment, RandomChoice choice) {
    switch (call) {
      case "unmap" -> segment.unmap();
      case "disconnect" -> segment.disconnect();
      case "set_mode" -> segment.setMode(BarrierMode.values()[choice.below(2)]);
      default -> segment.getMode();
    }
    return RsmReturn.SUCCESS;
  }

  private static long[] marked(RandomChoice choice) {
    return new long[] {MARK | choice.next() & ~MARK_BITS};
  }

  private static ScatGath vector(RandomChoice choice, long offset) {
    ByteBuffer local = ByteBuffer.allocate(8).order(ByteOrder.nativeOrder());
    local.putLong(0, marked(choice)[0]);
    return new ScatGath(1).add(local, 0, offset, 8).flags(choice.below(4));
  }

  private void get(int thread, ImportSegment segment, long offset) {
    long[] seen = new long[1];
    if (call(thread, "get", () -> segment.get64(offset, seen, 0, 1)) == RsmReturn.SUCCESS) {
      boolean written = seen[0] == 0 || (seen[0] & MARK_BITS) == MARK;
      if (!written) {
        throw new Difference(
            "threads", "get64 at " + offset + " gave " + Long.toHexString(seen[0]) + ": torn");
      }
    }
  }

  /** Makes a call on the connection that no thread ends: none is refused. */
  private void steady(int thread, RandomChoice choice) {
    long offset = 8L * (thread * 8 + choice.below(8));
    long[] value = marked(choice);
    switch (choice.below(4)) {
      case 0 -> {
        long[] seen = new long[1];
        succeeds("put64", call(thread, "put", () -> steadyImport.put64(offset, value, 0, 1)));
        succeeds("get64", call(thread, "get", () -> steadyImport.get64(offset, seen, 0, 1)));
        if (seen[0] != value[0]) {
          throw new Difference("threads", "get64 after put64 of the same thread: another value");
        }
      }
      case 1 -> {
        posted.incrementAndGet();
        succeeds("post", call(thread, "post_import", () -> steadyImport.post(0)));
      }
      case 2 -> {
        RsmBarrier[] own = new RsmBarrier[1];
        call(
            thread,
            "init_barrier",
            () -> {
              own[0] = steadyImport.initBarrier(BarrierType.DEFAULT);
              return RsmReturn.SUCCESS;
            });
        succeeds("open", call(thread, "open", own[0]::open));
        succeeds("order", call(thread, "order", own[0]::order));
        succeeds("close", call(thread, "close_barrier", own[0]::close));
      }
      default -> take(thread, 0);
    }
  }

  private void take(int thread, int timeoutMillis) {
    if (call(thread, "wait", () -> steadyExport.await(timeoutMillis)) == RsmReturn.SUCCESS) {
      taken.incrementAndGet();
    }
  }

  private static void succeeds(String call, int code) {
    if (code != RsmReturn.SUCCESS) {
      throw new Difference("threads", call + " on a sound connection gave " + RsmReturn.name(code));
    }
  }

  /** Checks, after all threads have ended, that every signal was taken once. */
  void end() {
    if (cancelled.getAsBoolean()) {
      return;
    }
    long before;
    do {
      before = taken.get();
      take(0, before < posted.get() ? SignalSteps.PATIENCE_MILLIS : 0);
    } while (taken.get() > before);
    if (taken.get() != posted.get()) {
      throw new Difference(
          "threads", posted.get() + " signals were posted, " + taken.get() + " were taken");
    }
  }

  @Override
  public void close() {
    for (AutoCloseable each : made) {
      try {
        each.close();
      } catch (Exception e) {
        difference.compareAndSet(null, new Difference("threads", "the end threw " + e, e));
      }
    }
    controller.close();
  }
}
