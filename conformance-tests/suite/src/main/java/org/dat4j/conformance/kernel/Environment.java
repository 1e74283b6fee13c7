package org.dat4j.conformance.kernel;

import java.util.List;
import java.util.Optional;
import org.dat4j.conformance.catalogue.Capabilities;
import org.dat4j.conformance.dimension.OtherSidePlace;
import org.dat4j.conformance.dimension.OtherSideState;

/**
 * The open backend under test, DAT or RSM, as the suite's runner sees it: its name, its
 * capabilities, and probes that look for leaks.
 */
public interface Environment extends AutoCloseable {
  /**
   * Names the provider.
   *
   * @return name and version for the report
   */
  String provider();

  /**
   * Names the device.
   *
   * @return vendor and versions as the device reports them, or empty without one
   */
  default String device() {
    return "";
  }

  /**
   * Returns what the target says about itself.
   *
   * @return the snapshot that decides the gates
   */
  Capabilities capabilities();

  /**
   * Lists the leak checks.
   *
   * @return probes that are asked after each test
   */
  List<LeakProbe> leakProbes();

  /**
   * Tells why the other side of a test cannot be in a state.
   *
   * @param state what it should do
   * @return a reason, or empty if it can
   */
  default Optional<String> excludes(OtherSideState state) {
    return Optional.empty();
  }

  /**
   * Tells why no test of the run has its other side in a place.
   *
   * @param place where it should be
   * @return a reason, or empty if it can be there
   */
  default Optional<String> excludes(OtherSidePlace place) {
    return Optional.empty();
  }

  /**
   * Tells why no other thread can make calls on other objects beside a test.
   *
   * @return a reason, or empty if one can
   */
  default Optional<String> excludesOtherCalls() {
    return Optional.empty();
  }

  /**
   * Tells, after the last test, what is wrong with the run as a whole.
   *
   * @return one text for each problem
   */
  default List<String> problems() {
    return List.of();
  }

  /** Releases what the environment itself holds; the second party's JVM for instance. */
  @Override
  void close();
}
