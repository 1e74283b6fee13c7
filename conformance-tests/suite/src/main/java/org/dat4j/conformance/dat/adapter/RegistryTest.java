package org.dat4j.conformance.dat.adapter;

import org.dat4j.conformance.dat.fixture.DatRegistryUnderTest;
import org.dat4j.conformance.dat.fixture.DatTest;
import org.dat4j.conformance.dat.fixture.RecordingProvider;
import org.dat4j.dat.DatRegistry;
import org.dat4j.dat.Ia;

/**
 * Base class of the tests of the DAT registry; each test builds a registry of its own, whose only
 * provider is the suite's {@link RecordingProvider}. The registry has the entries of the given text
 * alone.
 */
abstract class RegistryTest extends DatTest {
  /** The name that error messages give to the dat.conf text of a test. */
  static final String ORIGIN = "suite.conf";

  /** Returns settings of a registry with one provider and no built-in entries. */
  static DatRegistry.Builder only(RecordingProvider provider) {
    return DatRegistry.builder()
        .classLoader(ClassLoader.getPlatformClassLoader())
        .provider(provider);
  }

  /** Makes a registry whose entries are those of a text in the format of dat.conf. */
  final DatRegistryUnderTest registry(RecordingProvider provider, String conf) {
    return source().registry(only(provider).config(conf, ORIGIN));
  }

  /** Makes a valid line of dat.conf. */
  static String line(String name, String version, String threads, String data) {
    return name
        + " "
        + version
        + " "
        + threads
        + " default "
        + RecordingProvider.ID
        + " suite.1.0 \""
        + data
        + "\" \"\"\n";
  }

  /** Makes a valid line of dat.conf for version 1.2, not thread-safe. */
  static String line(String name) {
    return line(name, "u1.2", "nonthreadsafe", "");
  }

  /** Opens an adapter, which is closed after the test. */
  final Ia open(DatRegistryUnderTest registry, String name) {
    Ia ia = registry.openIa(name);
    atEnd(ia::close);
    return ia;
  }

  /** Opens an adapter of a version, which is closed after the test. */
  final Ia open(DatRegistryUnderTest registry, String name, int major, int minor, boolean threads) {
    Ia ia = registry.openIa(name, null, major, minor, threads);
    atEnd(ia::close);
    return ia;
  }
}
