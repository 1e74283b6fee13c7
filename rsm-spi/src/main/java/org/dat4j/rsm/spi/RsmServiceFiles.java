package org.dat4j.rsm.spi;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URL;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The files in META-INF/services that a class loader sees. A service loader that cannot load the
 * class of an entry does not say whose file has the entry; these are read again for that.
 */
final class RsmServiceFiles {

  /** How a service loader names an entry that is no provider: not found, not a subtype. */
  private static final Pattern NAMED =
      Pattern.compile(": (?:Provider |class )?(\\S+) (?:not|Unable) ");

  private RsmServiceFiles() {}

  /**
   * Describes the entry that a service loader has refused.
   *
   * @param refusal what the service loader has thrown
   * @param service class of the service
   * @param loader the class loader, null for the system's
   * @return the class that the entry names, and the files that have it as far as known; empty if
   *     the refusal names no class
   */
  static String describe(Throwable refusal, Class<?> service, ClassLoader loader) {
    Matcher named = NAMED.matcher(String.valueOf(refusal.getMessage()));
    if (!named.find()) {
      return "";
    }
    String entry = named.group(1);
    List<String> files = find(entry, "META-INF/services/" + service.getName(), loader);
    return files.isEmpty() ? entry : entry + " (named in " + String.join(" and ", files) + ")";
  }

  private static List<String> find(String entry, String name, ClassLoader loader) {
    List<String> found = new ArrayList<>();
    try {
      for (URL file : files(name, loader)) {
        if (hasEntry(file, entry)) {
          found.add(file.toString());
        }
      }
    } catch (IOException | RuntimeException e) {
      // The refusal is told without the files that cannot be read.
      return found;
    }
    return found;
  }

  private static List<URL> files(String name, ClassLoader loader) throws IOException {
    return Collections.list(
        loader == null ? ClassLoader.getSystemResources(name) : loader.getResources(name));
  }

  private static boolean hasEntry(URL file, String entry) throws IOException {
    URLConnection connection = file.openConnection();
    // A cached jar would stay open after its class loader is closed.
    connection.setUseCaches(false);
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        int comment = line.indexOf('#');
        if ((comment < 0 ? line : line.substring(0, comment)).strip().equals(entry)) {
          return true;
        }
      }
    }
    return false;
  }
}
