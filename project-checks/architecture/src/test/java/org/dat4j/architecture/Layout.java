package org.dat4j.architecture;

import static org.dat4j.architecture.Module.Right.GUICE;
import static org.dat4j.architecture.Module.Right.JNA;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The modules of a build, the arrows between them, and the packages that may have more files than
 * others.
 *
 * @param root package that all modules share
 * @param contracts packages with the interfaces consumers call
 * @param implementers packages that may implement those interfaces: the first layer of an SPI,
 *     which checks what the contract says, and the layer that passes every call on
 * @param modules the modules
 * @param upward references between packages of one module that close a circle and are meant to
 */
record Layout(
    String root,
    Set<String> contracts,
    Set<String> implementers,
    List<Module> modules,
    List<Upward> upward) {

  /** References from one package to another, as {@code java.nio.channels} has to its SPI. */
  record Upward(String from, String to) {}

  /** Source files that a package has at most, unless it is one of {@link #LARGE}. */
  static final int MAX_FILES = 25;

  /**
   * A package that has more files.
   *
   * @param name of the package
   * @param limit files it has at most
   * @param reason why it is one package
   */
  record Large(String name, int limit, String reason) {}

  /** The packages with more than {@link #MAX_FILES} source files. */
  static final List<Large> LARGE =
      List.of(
          new Large(
              "org.dat4j.benchmarks.program",
              28,
              "one program: transports and traffic patterns call each other both ways"),
          new Large(
              "org.dat4j.conformance.dat.fixture",
              30,
              "the second party, its connections and its traffic refer to each other"),
          new Large(
              "org.dat4j.conformance.kernel",
              30,
              "one knot: a run, its tests, their records and their repeats refer to each other"),
          new Large(
              "org.dat4j.dat",
              86,
              "the DAT contract: one import for programs; names sort by object"),
          new Large(
              "org.dat4j.dat.udapl",
              28,
              "the objects of the contract: endpoints and EVDs depend on each other both ways"),
          new Large(
              "org.dat4j.dat.spi",
              48,
              "the checks of the contract: each Abstract class and its checks refer to each other"),
          new Large(
              "org.dat4j.dat.spi.software",
              46,
              "a wire takes requests from the ring itself; a cut would add calls to each transfer"),
          new Large("org.dat4j.rsm", 30, "the RSM contract: one import for programs"),
          new Large("org.dat4j.rsm.dat", 39, "one knot around the state of this process"));

  /** The entry of a package among those with more files. */
  static Optional<Large> largePackage(String name) {
    return LARGE.stream().filter(large -> large.name().equals(name)).findFirst();
  }

  /** The modules of dat4j: the one place to extend when a module is added. */
  static final Layout DAT4J =
      new Layout(
          "org.dat4j",
          Set.of("org.dat4j.dat", "org.dat4j.rsm"),
          Set.of(
              "org.dat4j.dat.spi",
              "org.dat4j.dat.spi.forward",
              "org.dat4j.rsm.spi",
              "org.dat4j.rsm.spi.forward"),
          List.of(
              new Module("project-checks/child-jvm", "org.dat4j.childjvm", Set.of(), Set.of()),
              new Module("dat-spi", "org.dat4j.dat", Set.of(), Set.of()),
              new Module(
                  "dat-provider-loopback", "org.dat4j.dat.loopback", Set.of("dat-spi"), Set.of()),
              new Module("dat-provider-ipc", "org.dat4j.dat.ipc", Set.of("dat-spi"), Set.of()),
              new Module("dat-provider-tcp", "org.dat4j.dat.tcp", Set.of("dat-spi"), Set.of()),
              new Module(
                  "dat-provider-native", "org.dat4j.dat.udapl", Set.of("dat-spi"), Set.of(JNA)),
              new Module("rsm-spi", "org.dat4j.rsm", Set.of(), Set.of()),
              new Module(
                  "rsm-provider-native",
                  Set.of("org.dat4j.rsm.shm", "org.dat4j.rsm.librsm"),
                  Set.of("rsm-spi"),
                  Set.of(JNA)),
              new Module(
                  "rsm-provider-dat", "org.dat4j.rsm.dat", Set.of("rsm-spi", "dat-spi"), Set.of()),
              new Module(
                  "conformance-tests/suite",
                  "org.dat4j.conformance",
                  Set.of("dat-spi", "rsm-spi"),
                  Set.of()),
              new Module(
                  "conformance-tests/mutants",
                  Set.of(
                      "org.dat4j.conformance.mutant",
                      "org.dat4j.conformance.dat.mutant",
                      "org.dat4j.conformance.dat.variant",
                      "org.dat4j.conformance.rsm.mutant",
                      "org.dat4j.conformance.rsm.variant"),
                  Set.of("conformance-tests/suite", "dat-spi", "rsm-spi"),
                  Set.of()),
              new Module(
                  "conformance-tests/stepper",
                  Set.of(
                      "org.dat4j.conformance.stepper",
                      "org.dat4j.conformance.dat.stepper",
                      "org.dat4j.conformance.rsm.stepper"),
                  Set.of("conformance-tests/suite", "dat-spi", "rsm-spi"),
                  Set.of()),
              new Module(
                  "dat-guice", "org.dat4j.guice", Set.of("dat-spi", "rsm-spi"), Set.of(GUICE)),
              new Module(
                  "dat-tools",
                  "org.dat4j.tools",
                  Set.of(
                      "dat-spi",
                      "rsm-spi",
                      "conformance-tests/suite",
                      "conformance-tests/mutants",
                      "dat-guice"),
                  Set.of(GUICE))),
          List.of(
              new Upward("org.dat4j.dat", "org.dat4j.dat.spi"),
              new Upward("org.dat4j.dat", "org.dat4j.dat.registry"),
              new Upward("org.dat4j.rsm", "org.dat4j.rsm.spi")));

  /** The module called {@code name}, if the table has it. */
  Optional<Module> module(String name) {
    return modules.stream().filter(m -> m.name().equals(name)).findFirst();
  }

  /** The module that owns a package: the one with the longest root it is in. */
  Optional<Module> owner(String packageName) {
    return modules.stream()
        .filter(m -> m.depth(packageName) > 0)
        .max((a, b) -> Integer.compare(a.depth(packageName), b.depth(packageName)));
  }

  /** Whether a package is {@code root} or below it. */
  static boolean within(String packageName, String root) {
    return packageName.equals(root) || packageName.startsWith(root + ".");
  }
}
