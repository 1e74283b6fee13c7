package org.dat4j.conformance.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.dat4j.conformance.catalogue.Deviation;

/**
 * Verdict on one backend from several runs, with its reasons: what failed, what is missing or
 * declared absent, what was covered, and the deviations. Decided by {@link CertificateRules}.
 *
 * @param level the verdict
 * @param failures what failed
 * @param missing what a certificate demands and no run covers
 * @param covered one line for each run
 * @param repeated tests that were run again
 * @param deviations lines of the deviation file
 * @param absent each capability declared absent, and how many clauses it switches off
 */
public record Certificate(
    CertificateLevel level,
    List<String> failures,
    List<String> missing,
    List<String> covered,
    List<String> repeated,
    List<Deviation> deviations,
    Map<String, Integer> absent) {

  /**
   * Tells people the verdict and its reasons.
   *
   * @return lines, the verdict first
   */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("verdict: " + level.label());
    failures.forEach(each -> lines.add("  failed: " + each));
    missing.forEach(each -> lines.add("  missing: " + each));
    deviationLines().forEach(each -> lines.add("  deviation: " + each));
    lines.add("  declared absent: " + absentText());
    covered.forEach(each -> lines.add("  covered: " + each));
    repeated.forEach(each -> lines.add("  repeated: " + each));
    return lines;
  }

  private static String line(Deviation deviation) {
    return deviation.clause()
        + " ("
        + deviation.kind().label()
        + ", until "
        + deviation.expiry()
        + ", "
        + deviation.owner()
        + "): "
        + deviation.reason();
  }

  /**
   * Describes all lines of the deviation file.
   *
   * @return one text each
   */
  public List<String> deviationLines() {
    return deviations.stream().map(Certificate::line).toList();
  }

  /**
   * Names the capabilities declared absent.
   *
   * @return names with commas between them, or {@code none}
   */
  public String absentText() {
    return absent.isEmpty() ? "none" : String.join(", ", absent.keySet());
  }

  /**
   * Gives the members of the JSON form.
   *
   * @return names and values, the verdict first
   */
  public Map<String, Object> members() {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("verdict", level.label());
    members.put("failures", failures);
    members.put("missing", missing);
    members.put("covered", covered);
    members.put("repeated", repeated);
    members.put("deviations", BundleContent.deviations(deviations));
    members.put("absent", absent);
    return members;
  }
}
