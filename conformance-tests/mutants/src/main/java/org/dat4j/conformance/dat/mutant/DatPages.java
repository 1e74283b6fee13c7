package org.dat4j.conformance.dat.mutant;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.dat4j.conformance.dat.mutant.fault.OpenCall;
import org.dat4j.dat.Cno;
import org.dat4j.dat.Cr;
import org.dat4j.dat.Ep;
import org.dat4j.dat.Evd;
import org.dat4j.dat.Ia;
import org.dat4j.dat.Lmr;
import org.dat4j.dat.ManPage;
import org.dat4j.dat.Psp;
import org.dat4j.dat.Pz;
import org.dat4j.dat.Rmr;
import org.dat4j.dat.Rsp;
import org.dat4j.dat.Srq;
import org.dat4j.dat.spi.forward.Call;

/**
 * Finds the manual page of each DAT call, by which it is decided whether a mutant changes the call.
 * Thread-safe.
 */
final class DatPages {
  private static final List<Class<?>> KINDS =
      List.of(
          Ia.class, Ep.class, Evd.class, Cno.class, Cr.class, Psp.class, Rsp.class, Srq.class,
          Lmr.class, Rmr.class, Pz.class);
  private static final Map<String, String> OF_CALLS = new ConcurrentHashMap<>();

  private DatPages() {}

  /** Returns the manual page of a call, empty if it has none. */
  static String of(Call call) {
    return OF_CALLS.computeIfAbsent(
        call.name(),
        name -> {
          String page = call.manPage();
          return page == null ? "" : page;
        });
  }

  /** Lists all pages whose calls a mutant can change. */
  static Set<String> all() {
    Set<String> pages = new TreeSet<>(FaultyDatRegistry.PAGES);
    pages.add(OpenCall.PAGE);
    for (Class<?> kind : KINDS) {
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
