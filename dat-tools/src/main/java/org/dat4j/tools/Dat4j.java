package org.dat4j.tools;

import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_COMMAND_LIST;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.util.Collection;
import org.dat4j.conformance.kernel.UsageException;
import org.dat4j.conformance.report.BundleException;
import org.dat4j.conformance.report.FileNotWrittenException;
import org.dat4j.dat.Dat;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.spi.Suggestions;
import org.dat4j.rsm.RsmException;
import org.dat4j.tools.certify.CertifyCommand;
import org.dat4j.tools.certify.ReportCommand;
import org.dat4j.tools.cli.CauseChain;
import org.dat4j.tools.cli.CommandFailedException;
import org.dat4j.tools.cli.CommandUsageException;
import org.dat4j.tools.cli.ExitCodes;
import org.dat4j.tools.cli.ResourceExhaustion;
import org.dat4j.tools.conform.ConformCommand;
import org.dat4j.tools.conform.MutantsCommand;
import org.dat4j.tools.info.InfoCommand;
import org.dat4j.tools.info.WhyCommand;
import org.dat4j.tools.perf.PartnerCommand;
import org.dat4j.tools.perf.PerfCommand;
import org.dat4j.tools.rsm.RsmCommand;
import org.dat4j.tools.soak.SoakCommand;
import org.dat4j.tools.step.StepCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The command {@code dat4j}: parses the command line, runs a subcommand and returns its exit code.
 */
@Command(
    name = "dat4j",
    mixinStandardHelpOptions = true,
    versionProvider = Dat4j.Version.class,
    description = "DAT and RSM for Java: adapters, controllers, their speed, their conformance.",
    footer = {"", "Start with: dat4j perf loopback0"},
    subcommands = {
      InfoCommand.class,
      WhyCommand.class,
      PerfCommand.class,
      ConformCommand.class,
      CertifyCommand.class,
      ReportCommand.class,
      RsmCommand.class,
      MutantsCommand.class,
      SoakCommand.class,
      StepCommand.class,
      CompletionCommand.class,
      ManualCommand.class,
      PartnerCommand.class,
      HelpCommand.class
    })
public final class Dat4j implements Runnable {

  @Spec private CommandSpec command;

  /** Only checked here: a JVM cannot extend its own class path, the launcher did it. */
  @Option(
      names = "--class-path",
      paramLabel = "PATH",
      scope = ScopeType.INHERIT,
      converter = ClassPathOption.class,
      description =
          "Jars and folders of classes with further providers, separated as on Java's class path.")
  private String classPath;

  /** For the command line. */
  public Dat4j() {}

  /**
   * Runs the command and ends the process with its exit code, see {@link ExitCodes}.
   *
   * @param arguments the command line
   */
  public static void main(String[] arguments) {
    // Results are for other programs too: lines end in \n and are buffered until they are complete.
    PrintWriter out = new PrintWriter(System.out, false, Charset.defaultCharset());
    PrintWriter err = new PrintWriter(System.err, true, Charset.defaultCharset());
    int code = ExitCodes.FAILURE;
    try {
      code = ended(run(out, err, arguments), out, err);
    } finally {
      // Also when there is no memory to say why it failed.
      System.exit(code);
    }
  }

  /** Computes the exit code after all output is written; lost output is a failure. */
  static int ended(int code, PrintWriter out, PrintWriter err) {
    boolean lost = out.checkError();
    if (lost) {
      err.println(
          "dat4j: standard output cannot be written: is its device full, or its reader gone?");
    }
    err.flush();
    return lost && code == ExitCodes.OK ? ExitCodes.FAILURE : code;
  }

  /**
   * Runs the command without ending the process.
   *
   * @param out where results go
   * @param err where everything else goes
   * @param arguments the command line
   * @return the exit code
   */
  public static int run(PrintWriter out, PrintWriter err, String... arguments) {
    try {
      CommandLine all = new CommandLine(new Dat4j(), new CommandFactory());
      all.getHelpSectionMap().put(SECTION_KEY_COMMAND_LIST, new CommandListing());
      return all.setOut(out)
          .setErr(err)
          .setParameterExceptionHandler((e, args) -> usage(err, e))
          .setExecutionExceptionHandler((e, commandLine, result) -> failure(err, e, commandLine))
          .execute(arguments);
    } catch (Throwable e) {
      return failure(err, e, "dat4j");
    }
  }

  /** Reports an error of the JVM or of a library. */
  private static int failure(PrintWriter err, Throwable e, String name) {
    String shortage = ResourceExhaustion.of(e);
    err.println(name + ": " + (shortage == null ? e : shortage));
    if (shortage == null || Boolean.getBoolean("dat4j.debug")) {
      e.printStackTrace(err);
    }
    err.flush();
    return ExitCodes.FAILURE;
  }

  /** Without a subcommand there is nothing to do. */
  @Override
  public void run() {
    throw CommandUsageException.noCommand(command);
  }

  private static int usage(PrintWriter err, ParameterException e) {
    CommandLine commandLine = e.getCommandLine();
    String name = commandLine.getCommandSpec().qualifiedName();
    err.println(name + ": " + e.getMessage());
    suggest(e, err);
    err.println("Try '" + name + " --help'.");
    err.flush();
    return ExitCodes.USAGE;
  }

  private static void suggest(ParameterException e, PrintWriter err) {
    if (!(e instanceof UnmatchedArgumentException unmatched)
        || unmatched.getUnmatched().isEmpty()) {
      return;
    }
    CommandSpec spec = e.getCommandLine().getCommandSpec();
    String typed = unmatched.getUnmatched().get(0);
    Collection<String> known =
        typed.startsWith("-") ? spec.optionsMap().keySet() : spec.subcommands().keySet();
    Suggestions.of(typed, known).stream()
        .findFirst()
        .ifPresent(meant -> err.println("Did you mean '" + meant + "'?"));
  }

  private static int failure(PrintWriter err, Exception e, CommandLine commandLine) {
    String name = commandLine.getCommandSpec().qualifiedName();
    if (e instanceof CommandUsageException || e instanceof UsageException) {
      err.println(name + ": " + e.getMessage());
      causes(e, err);
      if (e.getCause() != null && Boolean.getBoolean("dat4j.debug")) {
        e.printStackTrace(err);
      }
      err.println("Try '" + name + " --help'.");
      err.flush();
      return ExitCodes.USAGE;
    }
    boolean expected =
        e instanceof DatException
            || e instanceof RsmException
            || e instanceof CommandFailedException
            || e instanceof FileNotWrittenException
            || e instanceof BundleException
            || e instanceof IOException
            || e instanceof UncheckedIOException;
    if (!expected && ResourceExhaustion.of(e) != null) {
      return failure(err, e, name);
    }
    err.println(name + ": " + (e.getMessage() == null ? e.toString() : e.getMessage()));
    causes(e, err);
    if (!expected || Boolean.getBoolean("dat4j.debug")) {
      e.printStackTrace(err);
    }
    err.flush();
    return isUnknownName(e) ? ExitCodes.USAGE : ExitCodes.FAILURE;
  }

  /**
   * Tells whether a command was given the name of an adapter that no registry has. The code alone
   * does not tell: a library gives it for a name that only the library does not know.
   */
  private static boolean isUnknownName(Exception e) {
    return e instanceof DatException failed
        && failed.type() == DatReturn.PROVIDER_NOT_FOUND
        && failed.subtype() == DatSubtype.NAME_NOT_REGISTERED
        && Dat.registry().explain(failed.value()).candidates().isEmpty();
  }

  private static void causes(Exception e, PrintWriter err) {
    CauseChain.beyondMessage(e).forEach(cause -> err.println("  caused by " + cause));
  }

  /** Prints the version in the jar's manifest. */
  static final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() {
      String version = Dat4j.class.getPackage().getImplementationVersion();
      return new String[] {
        "dat4j " + (version == null ? "(not from a jar)" : version),
        "Java " + System.getProperty("java.version") + ", " + System.getProperty("java.vm.name")
      };
    }
  }
}
