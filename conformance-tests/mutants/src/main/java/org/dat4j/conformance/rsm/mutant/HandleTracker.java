package org.dat4j.conformance.rsm.mutant;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.dat4j.rsm.BarrierMode;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.LocalMemoryHandle;
import org.dat4j.rsm.RsmBarrier;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmReturn;

/**
 * Tracks all RSM handles of a run and their states, for the faults of RSM mutants to decide what to
 * change. Successful calls change the states. Thread-safe; callers only read what it returns.
 */
final class HandleTracker {
  /** A controller. */
  static final class Controller {
    private final RsmController object;
    private int references;

    private Controller(RsmController object) {
      this.object = object;
    }

    boolean released() {
      return references == 0;
    }

    RsmController object() {
      return object;
    }
  }

  /** An export segment. */
  static final class Export {
    private final ExportSegment object;
    private final Controller controller;
    private ByteBuffer memory;
    private int id;
    private boolean published;
    private boolean gone;
    private int polls;

    private Export(ExportSegment object, Controller controller, ByteBuffer memory) {
      this.object = object;
      this.controller = controller;
      this.memory = memory;
    }

    ExportSegment object() {
      return object;
    }

    ByteBuffer memory() {
      return memory;
    }

    boolean published() {
      return published;
    }

    int id() {
      return id;
    }
  }

  /** An import; of a segment of another process without an export. */
  static final class Import {
    private final ImportSegment object;
    private final Controller controller;
    private final Export export;
    private final int node;
    private boolean aborted;
    private boolean mapped;
    private boolean gone;
    private int polls;
    private RsmBarrier implicit;
    private BarrierMode mode = BarrierMode.IMPLICIT;

    private Import(ImportSegment object, Controller controller, Export export, int node) {
      this.object = object;
      this.controller = controller;
      this.export = export;
      this.node = node;
    }

    ImportSegment object() {
      return object;
    }

    Export export() {
      return export;
    }

    Controller controller() {
      return controller;
    }

    int node() {
      return node;
    }

    boolean aborted() {
      return aborted;
    }

    BarrierMode mode() {
      return mode;
    }
  }

  /** A barrier. */
  static final class Span {
    private final Import segment;
    private boolean open;
    private boolean destroyed;

    private Span(Import segment) {
      this.segment = segment;
    }
  }

  private final Map<Object, Controller> controllers = new IdentityHashMap<>();
  private final Map<Object, Export> exports = new IdentityHashMap<>();
  private final Map<Object, Import> imports = new IdentityHashMap<>();
  private final Map<Object, Span> spans = new IdentityHashMap<>();
  private final Map<Object, Boolean> handles = new IdentityHashMap<>();

  /** Makes a call and notes what it changed. */
  Object made(Invocation call) {
    Object answer = call.proceed();
    if (!call.outcome() || answer.equals(RsmReturn.SUCCESS)) {
      after(call, answer);
    }
    return answer;
  }

  /** Notes a call that has succeeded. */
  synchronized void after(Invocation call, Object answer) {
    Object object = call.object();
    if (answer instanceof RsmController controller) {
      controllers.computeIfAbsent(controller, c -> new Controller(controller)).references++;
    } else if (controllers.containsKey(object)) {
      afterController(controllers.get(object), call, answer);
    } else if (exports.containsKey(object)) {
      afterExport(exports.get(object), call, answer);
    } else if (imports.containsKey(object)) {
      afterImport(imports.get(object), call, answer);
    } else if (spans.containsKey(object)) {
      afterSpan(spans.get(object), call);
    } else if (object instanceof LocalMemoryHandle && call.method().equals("close")) {
      handles.put(object, false);
    }
  }

  private void afterController(Controller controller, Invocation call, Object answer) {
    switch (call.method()) {
      case "release", "close" -> controller.references = Math.max(0, controller.references - 1);
      case "createExportSegment" ->
          exports.put(
              answer,
              new Export(
                  (ExportSegment) answer, controller, ((ByteBuffer) call.arguments()[0]).slice()));
      case "connectImportSegment" ->
          imports.put(
              answer,
              new Import(
                  (ImportSegment) answer, controller, published(call.intAt(1)), call.intAt(0)));
      case "createLocalMemoryHandle" -> handles.put(answer, true);
      case "freeLocalMemoryHandle" -> handles.put(call.arguments()[0], false);
      default -> {}
    }
  }

  private void afterExport(Export export, Invocation call, Object answer) {
    switch (call.method()) {
      case "publish" -> {
        export.published = true;
        export.id = (int) answer;
      }
      case "rebind" -> export.memory = ((ByteBuffer) call.arguments()[0]).slice();
      case "unpublish" -> withdrawn(export);
      case "destroy", "close" -> {
        withdrawn(export);
        export.gone = true;
      }
      case "getPollfd" -> export.polls++;
      case "releasePollfd" -> export.polls = Math.max(0, export.polls - 1);
      default -> {}
    }
  }

  private void withdrawn(Export export) {
    if (export.published) {
      export.published = false;
      imports.values().stream()
          .filter(segment -> segment.export == export)
          .forEach(segment -> segment.aborted = true);
    }
  }

  private void afterImport(Import segment, Invocation call, Object answer) {
    switch (call.method()) {
      case "disconnect", "close" -> segment.gone = true;
      case "map" -> segment.mapped = true;
      case "unmap" -> segment.mapped = false;
      case "initBarrier" -> {
        segment.implicit = (RsmBarrier) answer;
        spans.put(answer, new Span(segment));
      }
      case "setMode" -> segment.mode = (BarrierMode) call.arguments()[0];
      case "getPollfd" -> segment.polls++;
      case "releasePollfd" -> segment.polls = Math.max(0, segment.polls - 1);
      default -> {}
    }
  }

  private void afterSpan(Span span, Invocation call) {
    switch (call.method()) {
      case "open" -> span.open = true;
      case "close" -> span.open = false;
      case "destroy" -> {
        span.destroyed = true;
        if (spans.get(span.segment.implicit) == span) {
          span.segment.implicit = null;
        }
      }
      default -> {}
    }
  }

  private Export published(int id) {
    return exports.values().stream()
        .filter(export -> export.published && export.id == id)
        .findFirst()
        .orElse(null);
  }

  /** Finds the published segment with an id; null if there is none in this process. */
  synchronized Export exportOf(int id) {
    return published(id);
  }

  synchronized Export export(Object object) {
    return exports.get(object);
  }

  synchronized Import importOf(Object object) {
    return imports.get(object);
  }

  /** Lists the live imports of a segment. */
  synchronized List<Import> importsOf(Export export) {
    List<Import> all = new ArrayList<>();
    for (Import segment : imports.values()) {
      if (segment.export == export && export != null && !segment.gone) {
        all.add(segment);
      }
    }
    return all;
  }

  /** Finds the import that a barrier belongs to. */
  synchronized Import segmentOf(Object barrier) {
    Span span = spans.get(barrier);
    return span == null ? null : span.segment;
  }

  /** Returns whether a local memory handle was freed. */
  synchronized boolean freed(Object handle) {
    return Boolean.FALSE.equals(handles.get(handle));
  }

  /** Names the state of a call's object, as the table of states does. */
  synchronized String state(Invocation call) {
    Object object = call.object();
    if (call.method().equals("freeLocalMemoryHandle") && !controllers.get(object).released()) {
      return freed(call.arguments()[0]) ? "FREED" : "HELD";
    } else if (controllers.containsKey(object)) {
      return controllers.get(object).released() ? "RELEASED" : "HELD";
    } else if (exports.containsKey(object)) {
      return state(exports.get(object));
    } else if (imports.containsKey(object)) {
      return state(imports.get(object));
    } else if (spans.containsKey(object)) {
      return state(spans.get(object));
    }
    return "";
  }

  private static String state(Export export) {
    if (export.gone) {
      return "GONE";
    } else if (export.controller.released()) {
      return "ORPHANED";
    } else if (export.polls > 0) {
      return "POLLED";
    }
    return export.published ? "PUBLISHED" : "BOUND";
  }

  private static String state(Import segment) {
    if (segment.gone) {
      return "GONE";
    } else if (segment.controller.released()) {
      return "ORPHANED";
    } else if (segment.polls > 0) {
      return "POLLED";
    } else if (segment.aborted) {
      return segment.mapped ? "ABORTED_MAPPED" : "ABORTED";
    } else if (segment.mapped) {
      return "MAPPED";
    } else if (segment.mode == BarrierMode.EXPLICIT) {
      return "EXPLICIT";
    }
    return segment.implicit == null ? "BARE" : "CONNECTED";
  }

  private static String state(Span span) {
    if (span.destroyed) {
      return "DESTROYED";
    } else if (span.segment.gone) {
      return "ORPHANED";
    } else if (span.segment.aborted) {
      return span.open ? "ABORTED" : "ABORTED_CLOSED";
    }
    return span.open ? "OPEN" : "CLOSED";
  }
}
