package org.dat4j.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.dat4j.conformance.catalogue.Clause;
import org.dat4j.conformance.dat.DatKit;
import org.dat4j.dat.spi.AbstractCno;
import org.dat4j.dat.spi.AbstractCr;
import org.dat4j.dat.spi.AbstractDatObject;
import org.dat4j.dat.spi.AbstractEp;
import org.dat4j.dat.spi.AbstractEvd;
import org.dat4j.dat.spi.AbstractIa;
import org.dat4j.dat.spi.AbstractPz;
import org.dat4j.dat.spi.AbstractRmr;
import org.dat4j.dat.spi.AbstractRsp;
import org.dat4j.dat.spi.AbstractSrq;
import org.dat4j.dat.spi.software.Fabric;
import org.dat4j.dat.spi.software.Wire;
import org.dat4j.dat.spi.software.WireUpcalls;
import org.dat4j.rsm.spi.AbstractController;
import org.dat4j.rsm.spi.AbstractExportSegment;
import org.dat4j.rsm.spi.AbstractImportSegment;
import org.dat4j.rsm.spi.AbstractSegment;
import org.junit.jupiter.api.Test;

/**
 * The how-to page for backends names each method that a backend writes or calls, and each
 * capability with the number of its clauses.
 */
class BackendPageTest {
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");

  /** A row of the capabilities: its second cell has names in code marks, its last one a number. */
  private static final Pattern CAPABILITY =
      Pattern.compile("(?m)^\\|[^|]+\\|( `[a-z_`, ]+`) \\|[^|]+\\|[^|]+\\| (\\d+) \\|$");

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

  @Test
  void callsFromBackendsToTheFirstLayerAreNamed() {
    List<Class<?>> bases =
        List.of(
            AbstractDatObject.class,
            AbstractEp.class,
            AbstractEvd.class,
            AbstractIa.class,
            AbstractRmr.class,
            AbstractRsp.class);
    TreeSet<String> missing = new TreeSet<>();
    for (Class<?> base : bases) {
      Arrays.stream(base.getDeclaredMethods())
          .filter(method -> Modifier.isProtected(method.getModifiers()))
          .filter(method -> Modifier.isFinal(method.getModifiers()))
          .filter(BackendPageTest::isKept)
          .map(Method::getName)
          .filter(name -> !name.startsWith("impl"))
          .filter(name -> !Pattern.compile("[`.]" + name + "[`(]").matcher(PAGE).find())
          .forEach(name -> missing.add(base.getSimpleName() + "." + name));
    }
    assertEquals(new TreeSet<>(), missing, "methods that the page leaves out");
  }

  private static boolean isKept(AnnotatedElement method) {
    return !method.isAnnotationPresent(Deprecated.class);
  }

  @Test
  void capabilitiesHaveTheNumbersOfTheirClauses() {
    TreeMap<String, Long> told = new TreeMap<>();
    TreeMap<String, Long> counted = new TreeMap<>();
    TreeSet<String> named = new TreeSet<>();
    Matcher rows = CAPABILITY.matcher(PAGE);
    while (rows.find()) {
      Set<String> names =
          CODE.matcher(rows.group(1))
              .results()
              .map((MatchResult name) -> name.group(1))
              .collect(Collectors.toCollection(TreeSet::new));
      named.addAll(names);
      told.put(names.toString(), Long.valueOf(rows.group(2)));
      counted.put(
          names.toString(),
          new DatKit()
              .catalogue().all().stream()
                  .filter(clause -> names(clause).stream().anyMatch(names::contains))
                  .count());
    }
    assertEquals(counted, told, "numbers of clauses");
    TreeSet<String> gates = new TreeSet<>();
    new DatKit().catalogue().all().forEach(clause -> gates.addAll(names(clause)));
    assertEquals(gates, named, "the names that decide about clauses");
  }

  private static List<String> names(Clause clause) {
    return clause.needs().names();
  }
}
