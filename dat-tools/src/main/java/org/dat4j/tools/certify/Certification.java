package org.dat4j.tools.certify;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.dat4j.conformance.SuiteOptions;
import org.dat4j.conformance.SuiteRunner;
import org.dat4j.conformance.catalogue.Deviations;
import org.dat4j.conformance.kernel.ContractKit;
import org.dat4j.conformance.kernel.Environment;
import org.dat4j.conformance.kernel.Placement;
import org.dat4j.conformance.kernel.Profile;
import org.dat4j.conformance.kernel.Target;
import org.dat4j.conformance.report.AtomicFileWriter;
import org.dat4j.conformance.report.BundleContent;
import org.dat4j.conformance.report.BundleException;
import org.dat4j.conformance.report.Certificate;
import org.dat4j.conformance.report.CertificateRules;
import org.dat4j.conformance.report.CertifiedRun;
import org.dat4j.conformance.report.HashList;
import org.dat4j.conformance.report.PairReport;
import org.dat4j.conformance.report.Reports;
import org.dat4j.conformance.report.RunVersions;
import org.dat4j.conformance.report.SuiteResult;
import org.dat4j.conformance.spi.PairOptions;
import org.dat4j.conformance.spi.PairResult.Verdict;
import org.dat4j.conformance.spi.PairRun;
import org.dat4j.conformance.spi.PairsResult;
import org.dat4j.conformance.spi.StepOptions;
import org.dat4j.conformance.spi.StepResult;
import org.dat4j.conformance.spi.StepRun;
import org.dat4j.conformance.spi.StepperFactory;
import org.dat4j.tools.cli.BackendChoice;
import org.dat4j.tools.cli.CommandUsageException;
import org.dat4j.tools.cli.Json;
import org.dat4j.tools.cli.ProgressBar;
import org.dat4j.tools.step.StepCommand;
import org.dat4j.tools.step.StepHistory;

/**
 * Makes all runs of suite and stepper that a certificate demands of one backend, one after the
 * other, into one folder. A run that an earlier start has completed is kept. {@link #cancel} may be
 * called by any thread.
 */
final class Certification {
  private static final String PLAN = "plan.json";

  /**
   * Locked while a certification makes runs in the folder. The system frees the lock with the
   * process. The file stays: if it were deleted, two processes could lock two files of its name.
   */
  private static final String LOCK = "certify.lock";

  /** What {@code step --replay} reads, beside the bundle of a stepper run with a difference. */
  private static final String HISTORY = "history.txt";

  /**
   * Wishes of the caller.
   *
   * @param ia name of the adapter or controller
   * @param contract {@code dat} or {@code rsm}
   * @param deviations file of known deviations, or null
   * @param quick whether to make a few short runs only
   * @param seed first seed, or null for one from the clock
   * @param folder gets the reports
   */
  record Options(
      String ia, String contract, Path deviations, boolean quick, Long seed, Path folder) {}

  private final Options options;
  private final PrintWriter out;
  private final ProgressBar progress;
  private final ContractKit kit;
  private final StepperFactory stepper;
  private final Deviations deviations;
  private Map<String, String> versions;
  private boolean oneProcess;
  private volatile boolean cancelled;
  private volatile Runnable running = () -> {};

  Certification(Options options, PrintWriter out, ProgressBar progress) {
    this.options = options;
    this.out = out;
    this.progress = progress;
    this.kit = SuiteRunner.kit(options.contract());
    this.stepper = SuiteRunner.stepper(options.contract());
    this.deviations = BackendChoice.deviations(options.deviations(), kit);
  }

  /** Ends the present run early and makes no other. */
  void cancel() {
    cancelled = true;
    running.run();
  }

  boolean isCancelled() {
    return cancelled;
  }

  /** Makes the runs that are missing, and writes the certificate. */
  Certificate run() {
    ask();
    refuseOtherFiles();
    try {
      FileChannel lock = lock();
      try {
        return make();
      } finally {
        lock.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Certificate make() {
    long seed = plan();
    List<CertificationPart> parts =
        CertificationPart.all(
            seed,
            options.quick(),
            oneProcess,
            CertificateRules.PAIRS_OF.contains(options.contract()));
    int number = 0;
    for (CertificationPart part : parts) {
      if (cancelled) {
        break;
      }
      number++;
      Path folder = options.folder().resolve(part.folder());
      String title = number + "/" + parts.size() + " " + part.folder();
      if (isDone(folder)) {
        out.println(title + ": kept");
      } else {
        out.println(title);
        out.flush();
        long begin = System.nanoTime();
        make(part, folder);
        progress.clear();
        out.println("    " + (System.nanoTime() - begin) / 1_000_000_000 + " s");
      }
      out.flush();
    }
    return conclude(parts);
  }

  private void refuseOtherFiles() {
    String[] names = options.folder().toFile().list();
    if (names != null && !Set.of(LOCK).containsAll(List.of(names)) && !isPlanned()) {
      throw new CommandUsageException(
          options.folder() + " has other files and no " + PLAN + ": give a new folder to --report");
    }
  }

  private boolean isPlanned() {
    return Files.exists(options.folder().resolve(PLAN));
  }

  /** Locks the folder against other certifications; the caller closes the channel at its end. */
  private FileChannel lock() throws IOException {
    Files.createDirectories(options.folder());
    FileChannel channel =
        FileChannel.open(
            options.folder().resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      if (channel.tryLock() != null) {
        return channel;
      }
    } catch (OverlappingFileLockException e) {
      // Another thread of this process has it.
    } catch (IOException | RuntimeException | Error e) {
      channel.close();
      throw e;
    }
    channel.close();
    throw new CommandUsageException(
        options.folder()
            + " is in use by another certify: wait for its end, or give another folder to"
            + " --report");
  }

  /** Reads the plan of an earlier start, or writes a new one; returns the first seed. */
  private long plan() {
    Path file = options.folder().resolve(PLAN);
    Map<String, Object> wanted = new LinkedHashMap<>();
    wanted.put("ia", options.ia());
    wanted.put("contract", options.contract());
    wanted.put("quick", options.quick());
    wanted.put("deviations", deviations.all().toString());
    wanted.put("programs", programs());
    if (isPlanned()) {
      Map<String, Object> earlier = ReportFolder.json(file);
      for (Map.Entry<String, Object> each : wanted.entrySet()) {
        if (!each.getValue().equals(earlier.get(each.getKey()))) {
          throw new CommandUsageException(
              options.folder()
                  + " has the runs of another certification ("
                  + each.getKey()
                  + " differs): give another folder to --report, or remove this one");
        }
      }
      long seed = earlier.get("seed") instanceof Number number ? number.longValue() : 0;
      if (options.seed() != null && options.seed() != seed) {
        throw new CommandUsageException(options.folder() + " has runs from seed " + seed + " on");
      }
      return seed;
    }
    long seed = options.seed() == null ? System.nanoTime() & 0xffffffL : options.seed();
    wanted.put("seed", seed);
    AtomicFileWriter.write(file, Json.pretty(wanted) + "\n");
    return seed;
  }

  /** Computes a hash of the names, sizes and times of everything on the class path. */
  private static String programs() {
    StringBuilder text = new StringBuilder();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      Path path = Path.of(entry);
      if (!Files.exists(path)) {
        continue;
      }
      try (Stream<Path> files = Files.walk(path)) {
        for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
          text.append(file.getFileName()).append(Files.size(file));
          text.append(Files.getLastModifiedTime(file)).append('\n');
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return HashList.hash(text.toString().getBytes(StandardCharsets.UTF_8));
  }

  /** Opens the backend once and asks for versions, and whether it reaches other processes. */
  private void ask() {
    Target target = new Target(options.ia(), options.ia(), Profile.NORMAL, Placement.ONE_JVM, null);
    try (Environment environment = kit.open(target)) {
      versions = RunVersions.of(kit.catalogue(), environment.provider(), environment.device());
      Object reach = environment.capabilities().all().get(CertificateRules.OTHER_PROCESS);
      oneProcess = Long.valueOf(0).equals(reach);
    }
  }

  private boolean isDone(Path folder) {
    if (!Files.exists(folder.resolve(HashList.FILE))) {
      return false;
    }
    try {
      ReportFolder report = ReportFolder.read(folder);
      return !report.run().cancelled() && report.run().versions().equals(versions);
    } catch (BundleException e) {
      out.println("    made again: " + e.getMessage());
      return false;
    }
  }

  private void make(CertificationPart part, Path folder) {
    switch (part.kind()) {
      case SUITE -> suite(part, folder);
      case STEPPER -> calls(part, folder);
      case PAIRS -> pairs(part, folder);
    }
  }

  private void suite(CertificationPart part, Path folder) {
    SuiteRunner runner =
        new SuiteRunner(
            SuiteOptions.on(options.ia())
                .contract(options.contract())
                .placement(part.placement())
                .seed(part.seed())
                .deviations(options.deviations())
                .reportDirectory(folder)
                .build(),
            (result, done, total) -> progress.show(result.name(), done, total));
    start(runner::cancel);
    SuiteResult result = runner.run();
    progress.clear();
    out.println("    " + result.closingLine());
  }

  private void start(Runnable cancel) {
    running = cancel;
    if (cancelled) {
      cancel.run();
    }
  }

  private void calls(CertificationPart part, Path folder) {
    Set<String> without = stepper.without(deviations);
    long total = part.calls();
    StepOptions wanted =
        new StepOptions(
            options.ia(), part.calls(), part.threads(), part.seed(), 0, List.of(), without, null);
    StepRun run =
        stepper.prepare(wanted, made -> progress.show("calls", Math.min(made, total), total));
    start(run::cancel);
    StepResult result = run.run();
    List<String> problems = new ArrayList<>();
    if (!result.agrees()) {
      problems.add("difference in step " + result.step() + ": " + result.difference());
    }
    String decided = result.calls() + " calls, " + result.refusals() + " refused";
    Map<String, Object> bundle =
        bundle(part, result.cancelled(), result.agrees(), problems, limits(without), decided);
    bundle.put("calls", result.calls());
    bundle.put("threads", part.threads());
    write(folder, bundle, result.agrees() ? Map.of() : stepFiles(wanted, result));
    printProblems(problems);
    if (!result.agrees()) {
      out.println("    " + StepHistory.TIMING);
      out.print(StepHistory.repeats(wanted, options.contract(), result).indent(4));
    }
  }

  /** Makes the files that let a vendor repeat a difference. */
  static Map<String, String> stepFiles(StepOptions wanted, StepResult result) {
    Map<String, String> files = new LinkedHashMap<>();
    files.put(HISTORY, StepHistory.file(wanted, result));
    if (result.program() != null) {
      files.put(StepCommand.PROGRAM, result.program());
    }
    return files;
  }

  /** Says what the model was told to leave out beyond what the deviations are about. */
  private List<String> limits(Set<String> without) {
    return without.isEmpty() || !deviations.all().isEmpty()
        ? List.of()
        : List.of("without " + String.join(", ", without));
  }

  private void pairs(CertificationPart part, Path folder) {
    PairRun run =
        stepper.preparePairs(
            new PairOptions(
                options.ia(),
                PairOptions.USUAL_STEPS,
                part.seed(),
                null,
                0,
                stepper.without(deviations),
                null,
                part.placement() == Placement.TWO_JVMS),
            (made, all) -> progress.show("pairs", made, all));
    start(run::cancel);
    PairsResult result = run.run();
    List<String> problems = new ArrayList<>();
    result.pairs().stream()
        .filter(pair -> pair.isFault())
        .forEach(pair -> problems.add(pair.name() + ": " + pair.problem()));
    String decided =
        result.count(Verdict.PASSED)
            + " of "
            + result.pairs().size()
            + " pairs passed, "
            + result.count(Verdict.MEETS_IN_THE_OTHER_ORDER)
            + " meet in the other order, "
            + result.count(Verdict.NOT_MET)
            + " did not meet often enough";
    Map<String, Object> bundle =
        bundle(part, result.cancelled(), result.agrees(), problems, limits(result), decided);
    bundle.put("calls", 0);
    bundle.put("threads", 2);
    Reports.writePairs(result, folder);
    write(folder, bundle, Map.of());
    printProblems(problems);
    result.pairs().stream()
        .filter(pair -> pair.isFault())
        .forEach(pair -> out.println("    repeat: " + PairReport.repeat(result, pair.name())));
  }

  /** Says at once what has failed: the other runs take minutes. */
  private void printProblems(List<String> problems) {
    progress.clear();
    problems.forEach(problem -> out.println("    failed: " + problem));
    out.flush();
  }

  /** Says why a run of the pairs covers less than a certificate demands. */
  static List<String> limits(PairsResult result) {
    List<String> limits = new ArrayList<>();
    if (result.left() > 0) {
      limits.add(result.left() + " pairs were not made");
    }
    int made = result.pairs().size();
    long met = made - result.count(Verdict.NOT_MET);
    if (met * 100 < (long) made * CertificateRules.PAIRS_MET_PERCENT) {
      limits.add(
          "only "
              + met
              + " of "
              + made
              + " pairs met often enough: repeat it while the machine does nothing else");
    }
    return limits;
  }

  private Map<String, Object> bundle(
      CertificationPart part,
      boolean endedEarly,
      boolean successful,
      List<String> problems,
      List<String> limits,
      String decided) {
    Map<String, Object> bundle = new LinkedHashMap<>();
    bundle.put("version", SuiteResult.VERSION);
    bundle.put("kind", part.kind().name().toLowerCase(Locale.ROOT));
    bundle.put("ia", options.ia());
    bundle.put("contract", options.contract());
    bundle.put("placement", part.placement().label());
    bundle.put("date", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
    bundle.put("seed", part.seed());
    bundle.put("limits", limits);
    bundle.put("cancelled", endedEarly);
    bundle.put("successful", successful);
    bundle.put("problems", problems);
    bundle.put("versions", versions);
    bundle.put("absent", Map.of());
    bundle.put("deviations", BundleContent.deviations(List.copyOf(deviations.all())));
    bundle.put("repeated", List.of());
    bundle.put("decided", decided);
    return bundle;
  }

  private static void write(Path folder, Map<String, Object> bundle, Map<String, String> more) {
    Map<String, String> files = new LinkedHashMap<>(more);
    files.put(ReportFolder.BUNDLE_JSON, Reports.json(BundleContent.withVerdict(bundle)));
    HashList.write(folder, files);
  }

  /** Judges the reports that are there, and writes the certificate as JSON and HTML. */
  private Certificate conclude(List<CertificationPart> parts) {
    List<ReportFolder> reports = new ArrayList<>();
    for (CertificationPart part : parts) {
      Path folder = options.folder().resolve(part.folder());
      if (Files.isDirectory(folder)) {
        try {
          reports.add(ReportFolder.read(folder));
        } catch (BundleException e) {
          // An earlier start was killed in this part, and this one has not reached it.
          out.println("left out: " + e.getMessage());
        }
      }
    }
    List<CertifiedRun> runs = reports.stream().map(ReportFolder::run).toList();
    Certificate certificate = CertificateRules.judge(runs, LocalDate.now(ZoneOffset.UTC));
    if (!reports.isEmpty()) {
      CertificateFiles.write(options.folder(), reports, certificate);
    }
    return certificate;
  }
}
