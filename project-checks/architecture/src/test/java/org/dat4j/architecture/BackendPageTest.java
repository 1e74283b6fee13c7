package org.dat4j.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import org.dat4j.dat.spi.AbstractCno;
import org.dat4j.dat.spi.AbstractCr;
import org.dat4j.dat.spi.AbstractDatObject;
import org.dat4j.dat.spi.AbstractEp;
import org.dat4j.dat.spi.AbstractEvd;
import org.dat4j.dat.spi.AbstractIa;
import org.dat4j.dat.spi.AbstractPz;
import org.dat4j.dat.spi.AbstractRmr;
import org.dat4j.dat.spi.AbstractSrq;
import org.dat4j.dat.spi.software.Fabric;
import org.dat4j.dat.spi.software.Wire;
import org.dat4j.dat.spi.software.WireUpcalls;
import org.dat4j.rsm.spi.AbstractController;
import org.dat4j.rsm.spi.AbstractExportSegment;
import org.dat4j.rsm.spi.AbstractImportSegment;
import org.dat4j.rsm.spi.AbstractSegment;
import org.junit.jupiter.api.Test;

/** The how-to page for backends names each method that a backend writes or calls. */
class BackendPageTest {
  private static final String PAGE =
      Reactor.text(Reactor.ROOT.resolve("docs/how-to/write-a-backend.md"));

  @Test
  void softwareLayerIsComplete() {
    TreeSet<String> missing = new TreeSet<>();
    for (Class<?> type : List.of(Fabric.class, Wire.class, WireUpcalls.class)) {
      Arrays.stream(type.getDeclaredMethods())
          .filter(method -> !method.isSynthetic())
          .map(Method::getName)
          .filter(name -> !PAGE.contains("`" + name + "`") && !PAGE.contains("." + name + "`"))
          .forEach(name -> missing.add(type.getSimpleName() + "." + name));
    }
    assertEquals(new TreeSet<>(), missing, "methods that the page leaves out");
  }

  @Test
  void firstLayersAreComplete() {
    List<Class<?>> bases =
        List.of(
            AbstractCno.class,
            AbstractCr.class,
            AbstractDatObject.class,
            AbstractEp.class,
            AbstractEvd.class,
            AbstractIa.class,
            AbstractPz.class,
            AbstractRmr.class,
            AbstractSrq.class,
            AbstractController.class,
            AbstractSegment.class,
            AbstractExportSegment.class,
            AbstractImportSegment.class);
    TreeSet<String> missing = new TreeSet<>();
    for (Class<?> base : bases) {
      Arrays.stream(base.getDeclaredMethods())
          .filter(method -> Modifier.isProtected(method.getModifiers()))
          .map(Method::getName)
          .filter(name -> name.startsWith("impl") && !PAGE.contains("`" + name + "`"))
          .forEach(name -> missing.add(base.getSimpleName() + "." + name));
    }
    assertEquals(new TreeSet<>(), missing, "methods that the page leaves out");
  }
}
