package org.dat4j.conformance.report;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.dat4j.conformance.dimension.Coverage;
import org.dat4j.conformance.dimension.DimensionKind;

/**
 * Reads the JSON file of a run of the suite back into its {@link SuiteResult}, so that a page of
 * several runs shows their clauses. {@link BundleContent} reads what a certificate judges.
 * Stateless.
 */
public final class SuiteBundle {
  private SuiteBundle() {}

  /**
   * Reads the result that a bundle reports. The bundle has neither the tests nor the texts of the
   * clauses: the list of tests is empty.
   *
   * @param bundle members of the JSON object, of the kind {@code suite}
   * @param requirement gives the text of a clause for its id
   * @return the result
   * @throws BundleException if a member is missing or of another type
   */
  public static SuiteResult read(Map<String, Object> bundle, UnaryOperator<String> requirement) {
    List<ClauseResult> clauses = new ArrayList<>();
    for (Map<String, Object> clause : BundleContent.objects(bundle, "clauses")) {
      clauses.add(clause(clause, requirement));
    }
    return new SuiteResult(
        BundleContent.text(bundle, "ia"),
        BundleContent.text(bundle, "peer"),
        BundleContent.text(bundle, "provider"),
        BundleContent.text(bundle, "contract"),
        BundleContent.number(bundle, "seed"),
        BundleContent.text(bundle, "profile"),
        bundle.containsKey("mutant") ? BundleContent.text(bundle, "mutant") : null,
        BundleContent.truth(bundle, "deep"),
        BundleContent.text(bundle, "selection"),
        List.copyOf(clauses),
        List.of(),
        BundleContent.texts(bundle, "problems"),
        BundleContent.truth(bundle, "cancelled"),
        new RunConditions(
            BundleContent.text(bundle, "placement"),
            date(bundle),
            BundleContent.versions(bundle),
            BundleContent.object(bundle, "capabilities"),
            BundleContent.absent(bundle),
            BundleContent.deviations(bundle)));
  }

  private static ClauseResult clause(Map<String, Object> clause, UnaryOperator<String> text) {
    String id = BundleContent.text(clause, "id");
    List<Coverage> coverage = new ArrayList<>();
    if (clause.containsKey("dimensions")) {
      for (Map<String, Object> dimension : BundleContent.objects(clause, "dimensions")) {
        coverage.add(coverage(dimension));
      }
    }
    return new ClauseResult(
        id,
        BundleContent.status(BundleContent.text(clause, "status")),
        (int) BundleContent.number(clause, "checks"),
        BundleContent.texts(clause, "tests"),
        BundleContent.text(clause, "reason"),
        text.apply(id),
        BundleContent.text(clause, "absent"),
        List.copyOf(coverage),
        leftOutKinds(clause));
  }

  private static Map<DimensionKind, String> leftOutKinds(Map<String, Object> clause) {
    Map<DimensionKind, String> kinds = new EnumMap<>(DimensionKind.class);
    if (clause.containsKey("leftOutKinds")) {
      Map<String, Object> reasons = BundleContent.object(clause, "leftOutKinds");
      reasons.keySet().forEach(kind -> kinds.put(kind(kind), BundleContent.text(reasons, kind)));
    }
    return kinds;
  }

  private static DimensionKind kind(String label) {
    return DimensionKind.of(label)
        .orElseThrow(
            () -> new BundleException("the kind of a dimension is '" + label + "': unknown"));
  }

  private static Coverage coverage(Map<String, Object> dimension) {
    Map<String, Object> reasons = BundleContent.object(dimension, "leftOut");
    Map<String, String> leftOut = new LinkedHashMap<>();
    reasons.keySet().forEach(value -> leftOut.put(value, BundleContent.text(reasons, value)));
    return new Coverage(
        dimension.containsKey("kind")
            ? Optional.of(kind(BundleContent.text(dimension, "kind")))
            : Optional.empty(),
        BundleContent.text(dimension, "name"),
        BundleContent.texts(dimension, "covered"),
        leftOut);
  }

  private static Instant date(Map<String, Object> bundle) {
    String text = BundleContent.text(bundle, "date");
    try {
      return Instant.parse(text);
    } catch (DateTimeException e) {
      throw new BundleException("the member 'date' should be a time such as 2027-01-31T10:11:12Z");
    }
  }
}
