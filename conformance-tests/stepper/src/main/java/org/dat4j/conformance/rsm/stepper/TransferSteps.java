package org.dat4j.conformance.rsm.stepper;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.dat4j.conformance.stepper.Difference;
import org.dat4j.conformance.stepper.Expectation;
import org.dat4j.conformance.stepper.RandomChoice;
import org.dat4j.rsm.BarrierMode;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.RsmConstants;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.ScatGath;
import org.dat4j.rsm.SignalFlags;

/**
 * Carries out the RSM stepper's random calls that move data, and checks each against the model.
 * They are put and get, vectors, and loads and stores by importer and exporter.
 */
final class TransferSteps {
  /** Bytes of all entries of a usual vector, and most bytes of a usual transfer. */
  private static final int ROOM = 512;

  /** Bytes of all entries of a long vector. */
  private static final int LONG_ROOM = 1 << 18;

  /** Bytes of all entries of a long vector, and of the segment, where that has MiBs. */
  private static final int HUGE_ROOM = 1 << 21;

  /**
   * The number of transfers of which one may have all bytes of the segment; of as many vectors one
   * is long.
   */
  private static final int LONG = 6;

  private static final List<Integer> WIDTHS = List.of(0, 1, 2, 4, 8);

  private final ControllerModel world;

  TransferSteps(ControllerModel world) {
    this.world = world;
  }

  boolean step(PlannedRsmCall step) {
    switch (step.call()) {
      case "get", "put" -> onImport(step, this::transfer);
      case "getv", "putv" -> onImport(step, this::vector);
      case "load", "store" -> onImport(step, this::mapped);
      case "poke" -> poke(step);
      default -> {
        return false;
      }
    }
    return true;
  }

  /** A transfer on an import. */
  private interface ImportTransfer {
    void on(PlannedRsmCall step, RsmModel.Import segment);
  }

  private void onImport(PlannedRsmCall step, ImportTransfer deed) {
    RsmModel.Import segment = step.of(world.imports);
    if (segment != null) {
      deed.on(step, segment);
    }
  }

  /** The exporter writes into its own memory. */
  private void poke(PlannedRsmCall step) {
    RsmModel.Export export = step.of(world.exports);
    if (export != null) {
      compare(export);
      int at = step.choice().below(export.contents.length());
      byte value = (byte) step.choice().next();
      world.put(export.memory, at, value);
      export.contents.write(export, at, new byte[] {value}, 0, 1);
    }
  }

  /** Loads and stores through a mapping. */
  private void mapped(PlannedRsmCall step, RsmModel.Import segment) {
    if (segment.map == null || segment.gone) {
      return;
    }
    int at = step.choice().below(segment.end - segment.start);
    ByteBuffer view = segment.map.buffer();
    if (step.is("store")) {
      if ((segment.mapPerm & Permission.WRITE) == 0) {
        return;
      }
      byte value = (byte) step.choice().next();
      world.put(view, at, value);
      if (!segment.aborted) {
        segment.export.contents.write(segment, segment.start + at, new byte[] {value}, 0, 1);
      }
      compare(segment.export);
    } else if ((segment.mapPerm & Permission.READ) != 0 && !segment.aborted) {
      SegmentContents contents = segment.export.contents;
      if (!contents.agrees(segment.start + at, view.get(at))) {
        throw new Difference(
            "load",
            "load: byte " + at + " of the mapping is not that of the segment",
            new Expectation.MemoryByte(view, at, contents.at(segment.start + at)));
      }
    }
  }

  private void compare(RsmModel.Export export) {
    world.holds(
        "memory",
        export.contents,
        export.memory,
        "what " + export.object + " holds is not what was put");
  }

  void compareAll() {
    for (RsmModel.Export export : world.exports) {
      compare(export);
    }
  }

  private void transfer(PlannedRsmCall step, RsmModel.Import segment) {
    RandomChoice choice = step.choice();
    TransferItems items = new TransferItems(choice.of(WIDTHS));
    int size = items.size();
    boolean put = step.is("put");
    int first = (segment.start + size - 1) / size;
    int room = Math.max(0, segment.end / size - first);
    int most = choice.oneIn(LONG) ? room : Math.min(room, ROOM / size);
    int count = choice.below(most + 1);
    long offset = (long) (first + (room > count ? choice.below(room - count + 1) : 0)) * size;
    int index = choice.below(4);
    int itemsHeld = index + count + 3;
    boolean none = false;
    int length = segment.export.contents.length();
    if (step.wrong() != null) {
      count = Math.max(count, 1);
      switch (step.wrong().name()) {
        case "null" -> none = true;
        case "negative" -> offset = -size;
        case "past" -> offset = length;
        case "long" -> offset = length - (count - 1L) * size;
        case "misaligned" -> {
          if (size == 1) {
            return;
          }
          offset++;
        }
        default -> throw new IllegalStateException("argument " + step.wrong());
      }
      if (step.isWrong("long") && count == 1) {
        offset = length - size;
        count = 2;
        itemsHeld = index + 5;
      }
    }
    byte[] local = none ? null : world.data(choice, itemsHeld * size);
    byte[] before = none ? null : local.clone();
    byte[] data = local;
    long from = offset;
    int many = count;
    int code =
        world.call(
            step,
            size + " of " + segment.object + " at " + from + " for " + many,
            condition(segment, many),
            () -> items.run(put, segment.object, from, data, index, many));
    boolean done = code == RsmReturn.SUCCESS && !segment.aborted && !segment.gone;
    int bytes = many * size;
    if (put) {
      world.holds("put", Arrays.equals(before, data), "the source has changed");
      if (done) {
        written(segment, before, index * size, from, bytes);
      }
    } else if (data != null) {
      byte[] expected = before.clone();
      if (done) {
        segment.export.contents.read((int) from, data, expected, index * size, bytes);
      }
      boolean known = !(segment.aborted && code == RsmReturn.SUCCESS);
      world.holds(
          "get",
          !known || segment.mode == BarrierMode.EXPLICIT || Arrays.equals(expected, data),
          "from " + from + " for " + many + " items of " + size + ": other data");
    }
    compare(segment.export);
  }

  private static Set<String> condition(RsmModel.Import segment, long bytes) {
    Set<String> words = segment.condition();
    RsmModel.Segment.add(words, bytes == 0, "nothing");
    return words;
  }

  private void written(RsmModel.Import segment, byte[] from, int index, long to, int bytes) {
    if (segment.mode == BarrierMode.EXPLICIT) {
      segment.export.contents.writeLate(segment, (int) to, from, index, bytes);
    } else {
      segment.export.contents.write(segment, (int) to, from, index, bytes);
    }
  }

  private void vector(PlannedRsmCall step, RsmModel.Import segment) {
    RandomChoice choice = step.choice();
    int window = segment.end - segment.start;
    int count = choice.between(1, step.isWrong("many") ? 1 : RsmConstants.MAX_SGIOREQS);
    ScatGath vector = new ScatGath(RsmConstants.MAX_SGIOREQS + 1).flags(choice.below(4));
    int bad = choice.below(count);
    int longest = window >= HUGE_ROOM ? HUGE_ROOM : LONG_ROOM;
    int room = choice.oneIn(LONG) ? longest : ROOM;
    int most = room / RsmConstants.MAX_SGIOREQS;
    byte[] local = world.data(choice, room);
    ByteBuffer memory = ByteBuffer.wrap(local);
    RsmModel.Handle handle = step.of(world.handles);
    long[] to = new long[count];
    int[] from = new int[count];
    int[] length = new int[count];
    boolean freed = false;
    for (int i = 0; i < count; i++) {
      length[i] = choice.below(Math.min(window, most) + 1);
      from[i] = i * most;
      to[i] = segment.start + choice.below(window - length[i] + 1);
      boolean wrong = i == bad && step.wrong() != null;
      if (wrong && step.isWrong("outside")) {
        to[i] = segment.export.contents.length();
        length[i] = 8;
      } else if (wrong && step.isWrong("long")) {
        to[i] = segment.export.contents.length() - 4L;
        length[i] = 8;
      }
      if (wrong && step.isWrong("null-memory")) {
        length[i] = 8;
        vector.add((ByteBuffer) null, 0, Math.min(to[i], segment.end - 8L), 8);
      } else if (wrong && step.isWrong("handle-end")) {
        if (handle == null) {
          return;
        }
        vector.add(handle.object, world.page - 4L, segment.start, 8);
      } else if (wrong && step.isWrong("freed-handle")) {
        if (handle == null || !handle.freed) {
          return;
        }
        freed = true;
        vector.add(handle.object, 0, segment.start, 1);
      } else {
        vector.add(memory, from[i], to[i], length[i]);
      }
    }
    if (step.isWrong("empty")) {
      vector.clear();
    } else if (step.isWrong("many")) {
      while (vector.count() <= RsmConstants.MAX_SGIOREQS) {
        vector.add(memory, 0, segment.start, 1);
      }
    }
    boolean put = step.is("putv");
    byte[] before = local.clone();
    ScatGath given = step.isWrong("null") ? null : vector;
    int code =
        world.call(
            step,
            " of " + segment.object + " entries " + vector.count(),
            condition(segment, Arrays.stream(length).sum()),
            () -> put ? segment.object.putv(given) : segment.object.getv(given));
    if (code == RsmReturn.SUCCESS && !segment.aborted) {
      world.holds(step.call(), vector.residual() == 0, "residual " + vector.residual());
      moved(put, segment, before, local, from, to, length);
      signalled(segment, vector.flags());
    } else if (step.wrong() != null && put && !segment.aborted) {
      partly(segment, step, vector, bad, before, from, to, length);
    }
    world.holds(step.call(), !put || Arrays.equals(before, local), "the source has changed");
    if (freed || code != RsmReturn.SUCCESS || put) {
      compare(segment.export);
    }
  }

  private void moved(
      boolean put,
      RsmModel.Import segment,
      byte[] before,
      byte[] local,
      int[] from,
      long[] to,
      int[] length) {
    byte[] expected = before.clone();
    for (int i = 0; i < from.length; i++) {
      if (put) {
        written(segment, before, from[i], to[i], length[i]);
      } else {
        segment.export.contents.read((int) to[i], local, expected, from[i], length[i]);
      }
    }
    boolean known = segment.mode == BarrierMode.IMPLICIT;
    world.holds("getv", put || !known || Arrays.equals(expected, local), "other data");
  }

  /** Entries before the bad one are done where the residual says so. */
  private void partly(
      RsmModel.Import segment,
      PlannedRsmCall step,
      ScatGath vector,
      int bad,
      byte[] before,
      int[] from,
      long[] to,
      int[] length) {
    boolean entry =
        Set.of("outside", "long", "null-memory", "handle-end", "freed-handle")
            .contains(step.wrong().name());
    if (!entry || segment.gone || (segment.perm & Permission.WRITE) == 0) {
      return;
    }
    int residual = vector.residual();
    int n = vector.count();
    world.holds("putv", residual == n - bad || residual == n, residual + " of " + n + " are left");
    for (int i = 0; residual == n - bad && i < bad; i++) {
      written(segment, before, from[i], to[i], length[i]);
    }
  }

  private void signalled(RsmModel.Import segment, int flags) {
    if ((flags & SignalFlags.IMPLICIT_SIGPOST) != 0) {
      segment.export.signal(flags);
    }
  }
}
