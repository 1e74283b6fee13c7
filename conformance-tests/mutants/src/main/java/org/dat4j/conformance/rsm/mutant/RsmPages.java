package org.dat4j.conformance.rsm.mutant;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.LocalMemoryHandle;
import org.dat4j.rsm.ManPage;
import org.dat4j.rsm.RsmBarrier;
import org.dat4j.rsm.RsmController;

/**
 * Lists the functions of RSM and those that share a manual page, for choosing the calls that a
 * clause's mutants change.
 */
final class RsmPages {
  /** The functions of the registry. */
  static final List<String> REGISTRY =
      List.of(
          "rsm_get_controller",
          "rsm_get_interconnect_topology",
          "rsm_free_interconnect_topology",
          "rsm_get_segmentid_range",
          "rsm_intr_signal_wait_pollfd");

  private static final String IMPORT = "rsm_memseg_import_";
  private static final String EXPORT = "rsm_memseg_export_";

  /** Functions that share the page of another. */
  private static final Map<String, List<String>> SHARED =
      Map.ofEntries(
          Map.entry(
              "rsm_get_controller", List.of("rsm_get_controller_attr", "rsm_release_controller")),
          Map.entry("rsm_get_interconnect_topology", List.of("rsm_free_interconnect_topology")),
          Map.entry("rsm_create_localmemory_handle", List.of("rsm_free_localmemory_handle")),
          Map.entry(EXPORT + "create", List.of(EXPORT + "destroy", EXPORT + "rebind")),
          Map.entry(EXPORT + "publish", List.of(EXPORT + "republish", EXPORT + "unpublish")),
          Map.entry(IMPORT + "connect", List.of(IMPORT + "disconnect")),
          Map.entry(
              IMPORT + "get",
              List.of(IMPORT + "get8", IMPORT + "get16", IMPORT + "get32", IMPORT + "get64")),
          Map.entry(
              IMPORT + "put",
              List.of(IMPORT + "put8", IMPORT + "put16", IMPORT + "put32", IMPORT + "put64")),
          Map.entry(IMPORT + "putv", List.of(IMPORT + "getv")),
          Map.entry(IMPORT + "map", List.of(IMPORT + "unmap")),
          Map.entry(IMPORT + "init_barrier", List.of(IMPORT + "destroy_barrier")),
          Map.entry(
              IMPORT + "open_barrier", List.of(IMPORT + "order_barrier", IMPORT + "close_barrier")),
          Map.entry(IMPORT + "set_mode", List.of(IMPORT + "get_mode")),
          Map.entry("rsm_intr_signal_post", List.of("rsm_intr_signal_wait")),
          Map.entry("rsm_memseg_get_pollfd", List.of("rsm_memseg_release_pollfd")));

  private RsmPages() {}

  /** Lists the other functions that the page of a function describes. */
  static List<String> sharing(String page) {
    return SHARED.getOrDefault(page, List.of());
  }

  /** Lists all functions whose calls a mutant can change. */
  static Set<String> all() {
    Set<String> pages = new TreeSet<>(REGISTRY);
    for (Class<?> kind :
        List.of(
            RsmController.class,
            ExportSegment.class,
            ImportSegment.class,
            RsmBarrier.class,
            LocalMemoryHandle.class)) {
      for (Method method : kind.getMethods()) {
        ManPage page = method.getAnnotation(ManPage.class);
        if (page != null) {
          pages.add(page.value());
        }
      }
    }
    return pages;
  }
}
