package org.dat4j.conformance.report;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.dat4j.conformance.catalogue.Catalogue;
import org.dat4j.conformance.catalogue.Clause;
import org.dat4j.dat.spi.BuildInfo;

/** Versions of everything that takes part in a run: dat4j, catalogue, provider, JDK and system. */
public final class RunVersions {
  private static final int SHOWN_DIGITS = 12;

  private RunVersions() {}

  /**
   * Collects the versions.
   *
   * @param catalogue the clauses
   * @param provider name and version of the provider
   * @param device what the device reports, or empty
   * @return names and versions, in the order of reports
   */
  public static Map<String, String> of(Catalogue catalogue, String provider, String device) {
    Map<String, String> versions = new LinkedHashMap<>();
    versions.put("dat4j", dat4j());
    versions.put("catalogue", fingerprint(catalogue));
    versions.put("provider", provider);
    versions.put("device", device);
    versions.put(
        "jdk", System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
    versions.put(
        "os",
        System.getProperty("os.name")
            + " "
            + System.getProperty("os.version")
            + " "
            + System.getProperty("os.arch"));
    return versions;
  }

  private static String dat4j() {
    String release = RunVersions.class.getPackage().getImplementationVersion();
    return release == null ? BuildInfo.version() : release;
  }

  /** Returns the number of clauses, and a hash of their ids, texts and revisions. */
  private static String fingerprint(Catalogue catalogue) {
    StringBuilder text = new StringBuilder();
    for (Clause clause : catalogue.all()) {
      text.append(clause.id()).append('\t').append(clause.requirement()).append('\t');
      text.append(clause.revision()).append('\n');
    }
    String hash = HashList.hash(text.toString().getBytes(StandardCharsets.UTF_8));
    return catalogue.all().size() + " clauses, sha256 " + hash.substring(0, SHOWN_DIGITS);
  }
}
