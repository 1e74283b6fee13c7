package org.dat4j.tools.certify;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.dat4j.conformance.dimension.Coverage;
import org.dat4j.conformance.dimension.OtherSidePlace;
import org.dat4j.conformance.dimension.OtherSideState;
import org.dat4j.conformance.report.Certificate;
import org.dat4j.conformance.report.CertificateRules;
import org.dat4j.conformance.report.CertifiedRun;
import org.dat4j.conformance.report.ClauseResult;
import org.dat4j.conformance.report.HtmlPage;
import org.dat4j.conformance.report.SuiteResult;
import org.dat4j.tools.cli.VerdictOutput;

/**
 * The table of several backends that {@code dat4j report} makes: the verdict on each, its runs, and
 * the capabilities it declares.
 */
final class BackendMatrix {
  /** Begin of the names of capabilities that are quantities: their value 1 says no yes. */
  private static final String QUANTITY = "max_";

  /** The dimensions whose clauses the runs of a backend cover together. */
  private static final Set<String> OTHER_SIDE =
      Set.of(OtherSidePlace.DIMENSION, OtherSideState.DIMENSION);

  /** The subject of a row. */
  private record Backend(String contract, String ia, String provider) {
    private static final Comparator<Backend> ORDER =
        Comparator.comparing(Backend::contract)
            .thenComparing(Backend::ia)
            .thenComparing(Backend::provider);
  }

  /**
   * Verdict on a backend, with the capabilities it declares, what the runs with each second party
   * amount to, the versions of dat4j that ran, and the day of its last run.
   */
  private record Judged(
      Certificate certificate,
      Map<String, Object> declared,
      Map<String, Set<String>> otherSide,
      Map<String, PeerOutcome> peers,
      Set<String> releases,
      String day) {
    /** Tells whether a run had another adapter than the one under test as its second party. */
    private boolean hasOtherPeer(String ia) {
      return peers.keySet().stream().anyMatch(peer -> !peer.equals(ia));
    }

    private static Judged of(List<ReportFolder> reports, LocalDate today) {
      Map<String, Set<String>> otherSide = new TreeMap<>();
      Map<String, PeerOutcome> peers = new TreeMap<>();
      Set<String> releases = new TreeSet<>();
      for (ReportFolder report : reports) {
        Optional<SuiteResult> suite = report.suite();
        if (suite.isPresent()) {
          addOtherSide(suite.get(), otherSide);
          peers
              .computeIfAbsent(suite.get().peer(), peer -> new PeerOutcome())
              .add(suite.get(), Boolean.TRUE.equals(report.content().get("successful")));
        }
        releases.add(String.valueOf(report.run().versions().get("dat4j")));
      }
      List<CertifiedRun> runs = reports.stream().map(ReportFolder::run).toList();
      return new Judged(
          CertificateRules.judge(runs, today),
          ReportFolder.declared(reports),
          otherSide,
          peers,
          releases,
          ReportFolder.lastDate(reports).split("T")[0]);
    }

    /** Adds the clauses that a run has checked with another side, by its place and state. */
    private static void addOtherSide(SuiteResult run, Map<String, Set<String>> found) {
      for (ClauseResult clause : run.clauses()) {
        for (Coverage each : clause.coverage()) {
          if (OTHER_SIDE.contains(each.dimension())) {
            for (String value : each.covered()) {
              String side = each.dimension() + ": " + value;
              found.computeIfAbsent(side, key -> new TreeSet<>()).add(clause.id());
            }
          }
        }
      }
    }

    private String clauses(String value) {
      return String.valueOf(otherSide.getOrDefault(value, Set.of()).size());
    }

    private String capability(String name) {
      if (certificate.absent().containsKey(name)) {
        return "absent";
      }
      String value = String.valueOf(declared.getOrDefault(name, ""));
      if (name.startsWith(QUANTITY)) {
        return value;
      }
      return value.equals("1") ? "yes" : value.equals("0") ? "no" : value;
    }
  }

  private final Map<Backend, Judged> backends = new TreeMap<>(Backend.ORDER);

  /** Sorts the runs by contract, adapter and provider, and judges each backend. */
  BackendMatrix(List<ReportFolder> reports, LocalDate today) {
    Map<Backend, List<ReportFolder>> folders = new HashMap<>();
    for (ReportFolder report : reports) {
      CertifiedRun run = report.run();
      String provider = String.valueOf(run.versions().get("provider"));
      Backend backend = new Backend(run.contract(), run.ia(), provider);
      folders.computeIfAbsent(backend, key -> new ArrayList<>()).add(report);
    }
    folders.forEach((backend, each) -> backends.put(backend, Judged.of(each, today)));
  }

  /** Gives a row for each backend; the first row is the heading. */
  List<List<String>> verdicts() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of(
            "contract",
            "backend",
            "provider",
            "dat4j",
            "last run",
            "verdict",
            "missing or failed"));
    backends.forEach(
        (backend, judged) -> {
          List<String> reasons = new ArrayList<>(judged.certificate().failures());
          reasons.addAll(judged.certificate().missing());
          rows.add(
              List.of(
                  backend.contract(),
                  backend.ia(),
                  backend.provider(),
                  String.join(", ", judged.releases()),
                  judged.day(),
                  judged.certificate().level().label(),
                  String.join("; ", reasons)));
        });
    return rows;
  }

  /** Gives a row for each run, with what it decided. */
  private List<List<String>> runs() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("contract", "backend", "run"));
    backends.forEach(
        (backend, judged) ->
            judged
                .certificate()
                .covered()
                .forEach(run -> rows.add(List.of(backend.contract(), backend.ia(), run))));
    return rows;
  }

  /** Gives a row for each capability that a backend of the contract declares or lacks. */
  List<List<String>> capabilities(String contract) {
    return rows(
        contract,
        "capability",
        judged -> {
          Set<String> names = new TreeSet<>(judged.declared().keySet());
          names.addAll(judged.certificate().absent().keySet());
          return names;
        },
        Judged::capability);
  }

  /** Gives, for each place and state of the other side, how many clauses the runs cover with it. */
  List<List<String>> otherSides(String contract) {
    return rows(
        contract, "clauses checked with", judged -> judged.otherSide().keySet(), Judged::clauses);
  }

  /**
   * Gives a row for each adapter that was the second party of runs on another one, and a column for
   * each adapter under test; only the heading without such a run.
   */
  List<List<String>> peers(String contract) {
    boolean isMeasured =
        backends.entrySet().stream()
            .filter(each -> each.getKey().contract().equals(contract))
            .anyMatch(each -> each.getValue().hasOtherPeer(each.getKey().ia()));
    return rows(
        contract,
        "second party",
        judged -> isMeasured ? judged.peers().keySet() : Set.of(),
        (judged, peer) -> {
          PeerOutcome outcome = judged.peers().get(peer);
          return outcome == null ? "" : outcome.text();
        });
  }

  /** Gives an object for each pair of adapters that a run has measured. */
  private List<Object> adapterPairs() {
    List<Object> pairs = new ArrayList<>();
    backends.forEach(
        (backend, judged) ->
            judged
                .peers()
                .forEach(
                    (peer, outcome) -> {
                      Map<String, Object> pair = new LinkedHashMap<>();
                      pair.put("contract", backend.contract());
                      pair.put("backend", backend.ia());
                      pair.put("peer", peer);
                      pair.put("verdict", outcome.verdict());
                      pair.put("clauses", outcome.clauses());
                      pair.put("failed", outcome.failed());
                      pairs.add(pair);
                    }));
    return pairs;
  }

  /** Makes a table with a column for each backend of the contract, and a row for each name. */
  private List<List<String>> rows(
      String contract,
      String title,
      Function<Judged, Set<String>> names,
      BiFunction<Judged, String, String> cell) {
    List<String> heading = new ArrayList<>(List.of(title));
    Set<String> all = new TreeSet<>();
    List<Judged> columns = new ArrayList<>();
    backends.forEach(
        (backend, judged) -> {
          if (backend.contract().equals(contract)) {
            heading.add(backend.ia());
            columns.add(judged);
            all.addAll(names.apply(judged));
          }
        });
    List<List<String>> rows = new ArrayList<>();
    rows.add(heading);
    for (String name : all) {
      List<String> row = new ArrayList<>(List.of(name));
      columns.forEach(each -> row.add(cell.apply(each, name)));
      rows.add(row);
    }
    return rows;
  }

  /** Gives the members of the JSON form. */
  Map<String, Object> members() {
    Map<String, Object> capabilities = new LinkedHashMap<>();
    Map<String, Object> otherSides = new LinkedHashMap<>();
    Map<String, Object> peers = new LinkedHashMap<>();
    for (String contract : contracts()) {
      peers.put(contract, VerdictOutput.objects(peers(contract)));
      capabilities.put(contract, VerdictOutput.objects(capabilities(contract)));
      otherSides.put(contract, VerdictOutput.objects(otherSides(contract)));
    }
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("verdicts", VerdictOutput.objects(verdicts()));
    members.put("capabilities", capabilities);
    members.put("otherSides", otherSides);
    members.put("peers", peers);
    members.put("adapterPairs", adapterPairs());
    members.put("runs", VerdictOutput.objects(runs()));
    return members;
  }

  /** Lists the contracts that have a backend. */
  Set<String> contracts() {
    Set<String> contracts = new TreeSet<>();
    backends.keySet().forEach(backend -> contracts.add(backend.contract()));
    return contracts;
  }

  /** Writes the matrix as an HTML page. */
  String html() {
    HtmlPage page = new HtmlPage("Backends").table(verdicts());
    for (String contract : contracts()) {
      page.heading("Capabilities: " + contract).table(capabilities(contract));
      page.heading("Other side: " + contract).table(otherSides(contract));
      if (peers(contract).size() > 1) {
        page.heading("Two adapters: " + contract).table(peers(contract));
      }
    }
    return page.heading("Runs").table(runs()).document();
  }

  /** Writes the matrix as a Markdown page. */
  String markdown() {
    StringBuilder text = new StringBuilder("# Backends\n\n");
    text.append("`dat4j report merge` makes this page from reports of runs.");
    text.append(" [What a certificate means](certificate.md) explains the verdicts.\n\n");
    text.append("## Verdicts\n\n");
    table(text, verdicts());
    for (String contract : contracts()) {
      text.append("\n## Capabilities: ").append(contract).append("\n\n");
      text.append("*absent*: the backend declares that it lacks this, and the suite tests the");
      text.append(" refusal or leaves the clauses out.\n\n");
      table(text, capabilities(contract));
      text.append("\n## Other side: ").append(contract).append("\n\n");
      text.append("How many clauses the runs have checked with the other side in this place or");
      text.append(" state, all runs taken together.\n\n");
      table(text, otherSides(contract));
      if (peers(contract).size() > 1) {
        text.append("\n## Two adapters: ").append(contract).append("\n\n");
        text.append("Whether the runs with this adapter as the second party passed, and how many");
        text.append(" clauses they decided.\n\n");
        table(text, peers(contract));
      }
    }
    text.append("\n## Runs\n\n");
    table(text, runs());
    return text.toString();
  }

  private static void table(StringBuilder text, List<List<String>> rows) {
    for (int i = 0; i < rows.size(); i++) {
      for (String cell : rows.get(i)) {
        text.append("| ").append(cell.replace("|", "\\|").replace("<", "&lt;")).append(' ');
      }
      text.append("|\n");
      if (i == 0) {
        text.append("|---".repeat(rows.get(0).size())).append("|\n");
      }
    }
  }
}
