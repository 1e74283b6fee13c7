package org.dat4j.benchmarks;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.dat4j.benchmarks.peer.Deadline;
import org.dat4j.benchmarks.peer.Peer;
import org.dat4j.benchmarks.peer.PeerCatalogue;
import org.dat4j.benchmarks.peer.RunDurations;
import org.dat4j.benchmarks.program.OperatingPoint;
import org.dat4j.benchmarks.report.ComparisonHtmlReport;
import org.dat4j.benchmarks.report.ComparisonJsonReport;
import org.dat4j.benchmarks.report.ComparisonMarkdownReport;
import org.dat4j.benchmarks.report.Results;
import org.dat4j.conformance.report.AtomicFileWriter;
import org.dat4j.tools.cli.CommandFailedException;
import org.dat4j.tools.cli.CommandUsageException;
import org.dat4j.tools.cli.ExitCodes;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The command {@code benchmarks/compare}: measures the backends of dat4j beside other libraries, in
 * rounds, and writes the report.
 */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Measures the backends beside other libraries on this machine, and prints tables in"
          + " Markdown.",
      "",
      "All peers are measured once, then all of them again: medians of five rounds. What is not"
          + " installed is named with what would help. Only figures of an otherwise idle machine"
          + " with two processors or more mean anything."
    },
    footer = {
      "",
      "A run that reaches its time, or that Ctrl-C ends, writes what was measured until then.",
      "",
      "Exit status: 0 done, 1 a failure, 2 a wrong command line, 130 interrupted.",
      "",
      "Examples:",
      "  benchmarks/compare --quick",
      "  benchmarks/compare --report target/peers",
      "  benchmarks/compare --quick --only tcp"
    })
final class CompareCommand implements Callable<Integer> {

  private static final int ROUNDS = 5;
  private static final int WARM_UP_MILLIS = 800;
  private static final int MEASURE_MILLIS = 500;

  /** Time after which no measurement begins; the rest of two hours is for the last processes. */
  private static final Duration LIMIT = Duration.ofMinutes(118);

  private static final int QUICK_ROUNDS = 3;
  private static final int QUICK_WARM_UP_MILLIS = 600;
  private static final int QUICK_MEASURE_MILLIS = 300;

  /** As {@link #LIMIT}, of ten minutes. */
  private static final Duration QUICK_LIMIT = Duration.ofMinutes(9);

  /** Seconds for which Ctrl-C waits until the report is written. */
  private static final int WRITE_SECONDS = 30;

  @Spec private CommandSpec command;

  @Option(
      names = "--quick",
      description = "Medians of three short rounds: ten minutes at most, not two hours.")
  private boolean quick;

  @Option(names = "--json", paramLabel = "FILE", description = "Write all figures as JSON.")
  private Path json;

  @Option(
      names = "--report",
      paramLabel = "FOLDER",
      description = "Write peers.md, peers.json, peers.html and peers.svg into a folder.")
  private Path report;

  @Option(
      names = "--only",
      paramLabel = "TEXT",
      description = "Measure the peers whose name contains this text.")
  private String only;

  @Option(names = "--list", description = "List the peers, and what is missing for them.")
  private boolean list;

  /** For the command line. */
  CompareCommand() {}

  @Override
  public Integer call() {
    PrintWriter out = command.commandLine().getOut();
    PrintWriter err = command.commandLine().getErr();
    List<Peer> peers = chosen();
    if (list) {
      peers.forEach(
          peer -> out.println(peer.name() + peer.missing().map(why -> ": " + why).orElse("")));
      return ExitCodes.OK;
    }
    checkFolders();
    if (Runtime.getRuntime().availableProcessors() < 2) {
      throw new CommandFailedException("the two sides need a processor each, there is one");
    }
    peers.forEach(
        peer ->
            peer.missing().ifPresent(why -> err.println("missing: " + peer.name() + ": " + why)));
    if (peers.stream().allMatch(peer -> peer.missing().isPresent())) {
      throw new CommandFailedException("none of the chosen peers can run here");
    }
    Map<String, String> machine = Machine.facts("benchmarks/compare" + arguments());
    int rounds = quick ? QUICK_ROUNDS : ROUNDS;
    long begin = System.nanoTime();
    Duration limit = quick ? QUICK_LIMIT : LIMIT;
    Deadline deadline = new Deadline(System::nanoTime, limit);
    Comparison comparison =
        new Comparison(
            rounds,
            quick
                ? new RunDurations(QUICK_WARM_UP_MILLIS, QUICK_MEASURE_MILLIS, deadline)
                : new RunDurations(WARM_UP_MILLIS, MEASURE_MILLIS, deadline),
            (round, what) ->
                err.println(
                    String.format(
                        Locale.ROOT,
                        "%4d s, round %d of %d: %s",
                        (System.nanoTime() - begin) / 1_000_000_000,
                        round,
                        rounds,
                        what)));
    Map<Peer, List<OperatingPoint>> wanted = new LinkedHashMap<>();
    for (Peer peer : peers) {
      List<OperatingPoint> points = new ArrayList<>(OperatingPoints.ofAllPeers());
      // A copy is a limit of the machine, which no library offers.
      points.removeIf(
          point -> point.kind() == OperatingPoint.Kind.COPY && peer.kind() != Peer.Kind.LIMIT);
      if (!quick) {
        points.addAll(OperatingPoints.sweepOf(peer));
      }
      wanted.put(peer, points.stream().distinct().toList());
    }
    CountDownLatch written = new CountDownLatch(1);
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> endAndAwait(deadline, written), "benchmarks-report"));
    try {
      List<Results.PeerResult> measured = comparison.measure(wanted);
      if (comparison.endedIn() > 0) {
        String why = deadline.isEnded() ? "interrupted" : "its limit of " + minutes(limit);
        String end = why + ", in round " + comparison.endedIn() + " of " + rounds;
        machine.put("early end", end);
        err.println("early end: " + end + "; the report has what was measured until then");
      }
      write(new Results(machine, rounds, OperatingPoints.ofAllPeers(), measured), out);
      return deadline.isEnded() ? ExitCodes.INTERRUPTED : ExitCodes.OK;
    } finally {
      written.countDown();
    }
  }

  private static String minutes(Duration limit) {
    return limit.toMinutes() + " minutes";
  }

  /** Ends the measurements when the JVM ends, and lets the report be written. */
  private static void endAndAwait(Deadline deadline, CountDownLatch written) {
    deadline.end();
    try {
      written.await(WRITE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private List<Peer> chosen() {
    List<Peer> all = PeerCatalogue.all();
    if (only == null) {
      return all;
    }
    String part = only.toLowerCase(Locale.ROOT);
    List<Peer> some =
        all.stream().filter(p -> p.name().toLowerCase(Locale.ROOT).contains(part)).toList();
    if (some.isEmpty()) {
      throw new CommandUsageException(
          "--only is '" + only + "': no peer has it in its name; --list shows the names");
    }
    return some;
  }

  private String arguments() {
    List<String> words = new ArrayList<>(List.of(""));
    if (quick) {
      words.add("--quick");
    }
    if (only != null) {
      words.add("--only '" + only + "'");
    }
    return String.join(" ", words);
  }

  private void write(Results results, PrintWriter out) {
    String page = ComparisonMarkdownReport.text(results);
    if (json != null) {
      write(json, ComparisonJsonReport.text(results));
    }
    if (report == null) {
      out.print(page);
    } else {
      write(report.resolve("peers.md"), page);
      write(report.resolve("peers.json"), ComparisonJsonReport.text(results));
      write(report.resolve("peers.html"), ComparisonHtmlReport.text(results));
      OperatingPoint first = results.points().get(0);
      write(report.resolve("peers.svg"), ComparisonHtmlReport.picture(results, first));
      out.println("written to " + report);
    }
    out.flush();
  }

  /** Refuses files that cannot be written, before the hours of measuring. */
  private void checkFolders() {
    if (json != null) {
      checkFolder("--json", json, fromUser(json).toAbsolutePath().getParent());
    }
    if (report != null) {
      checkFolder("--report", report, fromUser(report).toAbsolutePath());
    }
  }

  private static void checkFolder(String option, Path given, Path folder) {
    Path existing = folder;
    while (existing != null && !Files.exists(existing)) {
      existing = existing.getParent();
    }
    if (existing == null || !Files.isDirectory(existing) || !Files.isWritable(existing)) {
      throw new CommandUsageException(
          option + " is '" + given + "': no file can be written below " + existing);
    }
  }

  private static void write(Path file, String text) {
    AtomicFileWriter.write(fromUser(file), text.getBytes(StandardCharsets.UTF_8));
  }

  /** The scripts start in the root of the clone; a path is meant from where the user is. */
  private static Path fromUser(Path file) {
    return Path.of(System.getenv().getOrDefault("BENCHMARKS_FOLDER", "")).resolve(file);
  }
}
