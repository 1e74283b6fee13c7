package org.dat4j.architecture;

import static org.dat4j.architecture.Module.Right.GUICE;
import static org.dat4j.architecture.Module.Right.JNA;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The modules of a build and the arrows between them.
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
              new Module("dat-spi", "org.dat4j.dat", Set.of(), Set.of()),
              new Module(
                  "dat-provider-loopback", "org.dat4j.dat.loopback", Set.of("dat-spi"), Set.of()),
              new Module("dat-provider-tcp", "org.dat4j.dat.tcp", Set.of("dat-spi"), Set.of()),
              new Module(
                  "dat-provider-native", "org.dat4j.dat.natives", Set.of("dat-spi"), Set.of(JNA)),
              new Module("rsm-spi", "org.dat4j.rsm", Set.of(), Set.of()),
              new Module(
                  "rsm-provider-native", "org.dat4j.rsm.natives", Set.of("rsm-spi"), Set.of(JNA)),
              new Module(
                  "rsm-provider-dat", "org.dat4j.rsm.dat", Set.of("rsm-spi", "dat-spi"), Set.of()),
              new Module(
                  "conformance-tests",
                  "org.dat4j.conformance",
                  Set.of("dat-spi", "rsm-spi"),
                  Set.of()),
              new Module(
                  "dat-guice", "org.dat4j.guice", Set.of("dat-spi", "rsm-spi"), Set.of(GUICE)),
              new Module(
                  "dat-tools",
                  "org.dat4j.tools",
                  Set.of("dat-spi", "rsm-spi", "conformance-tests", "dat-guice"),
                  Set.of(GUICE)),
              new Module(
                  "benchmarks", "org.dat4j.benchmarks", Set.of("dat-spi", "rsm-spi"), Set.of())),
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
        .filter(m -> within(packageName, m.root()))
        .max((a, b) -> Integer.compare(a.root().length(), b.root().length()));
  }

  /** Whether a package is {@code root} or below it. */
  static boolean within(String packageName, String root) {
    return packageName.equals(root) || packageName.startsWith(root + ".");
  }
}
