package org.dat4j.conformance.dat;

import org.dat4j.conformance.dat.fixture.DatTest;
import org.dat4j.conformance.dat.fixture.RecordingProvider;
import org.dat4j.conformance.dat.fixture.RegistryUnderTest;
import org.dat4j.dat.DatRegistry;
import org.dat4j.dat.Ia;

/**
 * Base of the tests of registries. Their entries are those of the given text alone: the only
 * provider is the suite's own.
 */
abstract class RegistryTest extends DatTest {
  /** A text in the format of dat.conf has this name in messages. */
  static final String ORIGIN = "suite.conf";

  /** Settings of a registry with one provider and no built-in entries. */
  static DatRegistry.Builder only(RecordingProvider provider) {
    return DatRegistry.builder()
        .classLoader(ClassLoader.getPlatformClassLoader())
        .provider(provider);
  }

  /** A registry of a text. */
  final RegistryUnderTest registry(RecordingProvider provider, String conf) {
    return source().registry(only(provider).config(conf, ORIGIN));
  }

  /** A valid line. */
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

  /** A valid line of version 1.2 that is not thread-safe. */
  static String line(String name) {
    return line(name, "u1.2", "nonthreadsafe", "");
  }

  /** Opens an adapter, which is closed after the test. */
  final Ia open(RegistryUnderTest registry, String name) {
    Ia ia = registry.openIa(name);
    atEnd(ia::close);
    return ia;
  }

  /** Opens an adapter of a version, which is closed after the test. */
  final Ia open(RegistryUnderTest registry, String name, int major, int minor, boolean threads) {
    Ia ia = registry.openIa(name, null, major, minor, threads);
    atEnd(ia::close);
    return ia;
  }
}
