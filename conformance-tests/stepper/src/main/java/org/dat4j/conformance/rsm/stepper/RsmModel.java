package org.dat4j.conformance.rsm.stepper;

import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;
import org.dat4j.rsm.BarrierMode;
import org.dat4j.rsm.ExportFlags;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.LocalMemoryHandle;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.PollFd;
import org.dat4j.rsm.RsmBarrier;
import org.dat4j.rsm.RsmSegment;
import org.dat4j.rsm.SegmentMap;
import org.dat4j.rsm.SignalFlags;

/**
 * Encloses the classes by which the RSM stepper models the expected state of one segment, import,
 * mapping, barrier or local memory handle.
 */
final class RsmModel {
  /** Any right that a segment without an access list grants its own user. */
  static final int ANY_MODE = 0666;

  private RsmModel() {}

  /** A segment of either kind. */
  abstract static class Segment {
    boolean gone;
    int polls;
    long pending;

    /** The contract leaves open whether what was pending is still there. */
    boolean unsure;

    /** The poll entry of this segment while references to it are held. */
    PollFd entry;

    abstract RsmSegment object();

    void signal(int flags) {
      if ((flags & SignalFlags.NO_ACCUMULATE) == 0 || pending == 0) {
        pending++;
      }
    }

    Set<String> condition() {
      Set<String> words = new HashSet<>();
      add(words, gone, "gone");
      add(words, polls > 0, "polled");
      add(words, pending > 0, "pending");
      add(words, unsure, "unsure");
      return words;
    }

    static void add(Set<String> words, boolean holds, String word) {
      if (holds) {
        words.add(word);
      }
    }
  }

  /** An export segment. */
  static final class Export extends Segment {
    final ExportSegment object;
    final int flags;
    ByteBuffer memory;
    SegmentContents contents;
    boolean published;
    int id;
    int mode = ANY_MODE;

    Export(ExportSegment object, int flags, ByteBuffer memory, SegmentContents contents) {
      this.object = object;
      this.flags = flags;
      this.memory = memory;
      this.contents = contents;
    }

    @Override
    ExportSegment object() {
      return object;
    }

    boolean grants(int perm) {
      int wanted = perm >> 6;
      return (mode >> 6 & wanted) == wanted;
    }

    @Override
    Set<String> condition() {
      Set<String> words = super.condition();
      add(words, published, "published");
      add(words, !published, "bound");
      add(words, (flags & ExportFlags.ALLOW_REBIND) == 0, "fixed");
      return words;
    }
  }

  /** An import. */
  static final class Import extends Segment {
    final ImportSegment object;
    final Export export;
    final int perm;
    boolean aborted;
    BarrierMode mode = BarrierMode.IMPLICIT;
    BarrierModel implicit;
    SegmentMap map;
    int mapPerm;
    int start;
    int end;

    Import(ImportSegment object, Export export, int perm) {
      this.object = object;
      this.export = export;
      this.perm = perm;
      this.end = export.contents.length();
    }

    @Override
    ImportSegment object() {
      return object;
    }

    @Override
    Set<String> condition() {
      Set<String> words = super.condition();
      boolean isImplicit = mode == BarrierMode.IMPLICIT;
      add(words, aborted, "aborted");
      add(words, map != null, "mapped");
      add(words, map == null, "unmapped");
      add(words, (perm & Permission.READ) == 0, "no-read");
      add(words, (perm & Permission.WRITE) == 0, "no-write");
      add(words, isImplicit, "implicit");
      add(words, isImplicit && implicit == null, "bare");
      return words;
    }
  }

  /** A barrier. */
  static final class BarrierModel {
    final RsmBarrier object;
    final Import segment;
    boolean open;
    boolean destroyed;

    BarrierModel(RsmBarrier object, Import segment) {
      this.object = object;
      this.segment = segment;
    }

    Set<String> condition() {
      Set<String> words = new HashSet<>();
      Segment.add(words, destroyed, "destroyed");
      Segment.add(words, segment.gone, "gone");
      Segment.add(words, !open, "closed");
      Segment.add(words, segment.aborted, "aborted");
      return words;
    }
  }

  /** A local memory handle. */
  static final class Handle {
    final LocalMemoryHandle object;
    final ByteBuffer memory;
    boolean freed;

    Handle(LocalMemoryHandle object, ByteBuffer memory) {
      this.object = object;
      this.memory = memory;
    }
  }
}
