package org.dat4j.conformance.rsm.stepper;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.dat4j.conformance.rsm.fixture.RsmRegistryUnderTest;
import org.dat4j.conformance.rsm.fixture.RsmSource;
import org.dat4j.conformance.stepper.Difference;
import org.dat4j.conformance.stepper.Expectation;
import org.dat4j.conformance.stepper.RandomChoice;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmRegistry;
import org.dat4j.rsm.RsmReturn;

/**
 * The RSM stepper's model of one controller and its objects; it runs each call for the step classes
 * and checks its return code. For one thread.
 */
final class ControllerModel implements AutoCloseable {
  /** A call of the provider. */
  @FunctionalInterface
  interface ProviderCall {
    /** Returns its code. */
    int run();
  }

  private static final int MAX_OBJECTS = 8;

  final RsmModelTables tables;
  final String name;
  final RsmRegistryUnderTest registry;
  final RsmController controller;
  final RsmController released;
  final int node;
  final int page;
  final boolean maps;
  final List<RsmModel.Export> exports = new ArrayList<>();
  final List<RsmModel.Import> imports = new ArrayList<>();
  final List<RsmModel.BarrierModel> spans = new ArrayList<>();
  final List<RsmModel.Handle> handles = new ArrayList<>();

  /** The recorder of the calls as a program; null if they are not recorded. */
  final RsmRecorder recorder;

  private final BooleanSupplier cancelled;
  private final List<String> history = new ArrayList<>();
  private final List<ExportSegment> allExports = new ArrayList<>();
  private final List<ImportSegment> allImports = new ArrayList<>();
  private long calls;
  private long refusals;
  private long number;

  ControllerModel(
      RsmModelTables tables,
      RsmSource from,
      String name,
      RsmRecorder recorder,
      BooleanSupplier cancelled) {
    RsmSource source = recorder == null ? from : recorder.before(from);
    this.recorder = recorder;
    this.tables = tables;
    this.name = name;
    this.cancelled = cancelled;
    registry = source.registry(RsmRegistry.builder());
    node = registry.getInterconnectTopology().localNodeId();
    controller = registry.getController(name);
    page = (int) controller.getAttr().pageSize();
    maps = controller.getAttr().maxImportMapSize() > 0;
    released = source.registry(RsmRegistry.builder()).getController(name);
    released.release();
    if (recorder != null) {
      recorder.begin();
    }
  }

  boolean cancelled() {
    return cancelled.getAsBoolean();
  }

  void number(long value) {
    number = value;
  }

  long number() {
    return number;
  }

  long calls() {
    return calls;
  }

  long refusals() {
    return refusals;
  }

  List<String> history() {
    return history;
  }

  /** Makes a call and compares its code. */
  int call(String what, String text, AllowedCodes allowed, ProviderCall call) {
    calls++;
    int code = code(what, call);
    history.add(number + ": " + text + " -> " + RsmReturn.name(code));
    if (code != RsmReturn.SUCCESS) {
      refusals++;
    }
    if (!allowed.allow(code)) {
      throw new Difference(
          what,
          text + " gave " + RsmReturn.name(code) + ", the contract says " + allowed,
          new Expectation.Codes(allowed.fullNames()));
    }
    return code;
  }

  /** Makes a planned call; its code must be one that the contract has under a condition. */
  int call(PlannedRsmCall step, String more, Set<String> condition, ProviderCall call) {
    return call(step.call(), step.name() + more, step.allowed(tables, condition), call);
  }

  /** Makes a planned call that returns no code, and returns whether it succeeded. */
  boolean succeeds(PlannedRsmCall step, String more, Set<String> condition, Runnable call) {
    ProviderCall returning =
        () -> {
          call.run();
          return RsmReturn.SUCCESS;
        };
    return call(step, more, condition, returning) == RsmReturn.SUCCESS;
  }

  private static int code(String what, ProviderCall call) {
    try {
      return call.run();
    } catch (RsmException e) {
      return e.code();
    } catch (RuntimeException e) {
      throw new Difference(what, what + " threw " + e, e);
    }
  }

  /** Fails if a condition does not hold after a call. */
  void holds(String what, boolean holds, String message) {
    if (!holds) {
      throw new Difference(what, what + ": " + message);
    }
  }

  /** Fails if a memory does not hold what is known of it. */
  void holds(String what, SegmentContents contents, ByteBuffer memory, String message) {
    int wrong = contents.firstWrong(bytes(memory));
    if (wrong >= 0) {
      throw new Difference(
          what,
          what + ": " + message + ", byte " + wrong,
          new Expectation.MemoryByte(memory, wrong, contents.at(wrong)));
    }
  }

  /** Allocates page-aligned memory and fills it with random bytes. */
  ByteBuffer memory(RandomChoice choice, int pages) {
    ByteBuffer memory =
        ByteBuffer.allocateDirect((pages + 1) * page)
            .alignedSlice(page)
            .slice(0, pages * page)
            .order(ByteOrder.nativeOrder());
    long seed = choice.next();
    memory.put(0, random(seed, memory.capacity()));
    if (recorder != null) {
      recorder.memory(memory, seed, page);
    }
    return memory;
  }

  /** Makes random bytes. */
  private static byte[] random(long seed, int length) {
    byte[] bytes = new byte[length];
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) random.nextInt();
    }
    return bytes;
  }

  /** Makes the random bytes of a transfer. */
  byte[] data(RandomChoice choice, int length) {
    long seed = choice.next();
    byte[] bytes = random(seed, length);
    if (recorder != null) {
      recorder.random(bytes, seed);
    }
    return bytes;
  }

  /** Writes a byte without a call. */
  void put(ByteBuffer memory, int at, byte value) {
    if (recorder != null) {
      recorder.put(memory, at, value);
    }
    memory.put(at, value);
  }

  /** Gives a part of a memory. */
  ByteBuffer slice(ByteBuffer memory, int index, int length) {
    ByteBuffer part = memory.slice(index, length);
    if (recorder != null) {
      recorder.slice(part, memory, index);
    }
    return part;
  }

  /** Copies the bytes of a memory. */
  static byte[] bytes(ByteBuffer memory) {
    byte[] bytes = new byte[memory.capacity()];
    memory.get(0, bytes);
    return bytes;
  }

  void add(RsmModel.Export export) {
    allExports.add(export.object);
    room(exports, each -> each.gone);
    exports.add(export);
  }

  void add(RsmModel.Import segment) {
    allImports.add(segment.object);
    room(imports, each -> each.gone);
    imports.add(segment);
  }

  void add(RsmModel.BarrierModel span) {
    room(spans, each -> each.destroyed || each.segment.gone);
    spans.add(span);
  }

  void add(RsmModel.Handle handle) {
    room(handles, each -> each.freed);
    handles.add(handle);
  }

  /** Forgets the oldest of those that have ended, where there are many. */
  private static <T> void room(List<T> all, Predicate<T> ended) {
    if (all.size() >= MAX_OBJECTS) {
      all.stream().filter(ended).findFirst().ifPresent(all::remove);
    }
  }

  /** Returns whether there is room for another handle. */
  <T> boolean fits(Collection<T> all, Predicate<T> ended) {
    return all.size() < MAX_OBJECTS || all.stream().anyMatch(ended);
  }

  List<RsmModel.Import> importsOf(RsmModel.Export export) {
    return imports.stream().filter(each -> each.export == export && !each.gone).toList();
  }

  /** Lists all segments, ended ones included. */
  List<RsmModel.Segment> segments() {
    List<RsmModel.Segment> all = new ArrayList<>(exports);
    all.addAll(imports);
    return all;
  }

  /** Ids of published segments that a program may ask for. */
  List<Integer> ids() {
    return exports.stream()
        .filter(each -> each.published && each.id > 0)
        .map(each -> each.id)
        .toList();
  }

  @Override
  public void close() {
    allImports.forEach(ImportSegment::close);
    allExports.forEach(ExportSegment::close);
    controller.close();
  }
}
