package org.dat4j.dat.spi;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The vendor and version of this build of dat4j, which its own providers report. */
public final class BuildInfo {

  /** Vendor of the providers of this project. */
  public static final String VENDOR = "dat4j";

  private static final String VERSION = read();

  private BuildInfo() {}

  /**
   * The version of the build.
   *
   * @return major.minor
   */
  public static String version() {
    return VERSION;
  }

  private static String read() {
    Properties properties = new Properties();
    try (InputStream in = BuildInfo.class.getResourceAsStream("build.properties")) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    String[] parts = properties.getProperty("version").split("[.-]");
    return parts[0] + "." + parts[1];
  }
}
