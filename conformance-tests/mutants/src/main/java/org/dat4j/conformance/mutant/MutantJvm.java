package org.dat4j.conformance.mutant;

import java.lang.ProcessBuilder.Redirect;
import java.util.List;
import java.util.Optional;
import org.dat4j.conformance.kernel.TimeFactor;
import org.dat4j.conformance.process.SecondJvm;
import org.dat4j.conformance.spi.Mutant;

/**
 * A separate JVM that runs the suite on one mutant after the other, so that a mutant that hangs or
 * crashes does no harm. Its main class is {@link MutantJvmMain}. It is started when it is needed,
 * and again after a mutant that brought it down. Used by one thread.
 */
final class MutantJvm implements AutoCloseable {
  private static final long LIMIT_MILLIS = 240_000;

  private final List<String> arguments;
  private final double timeFactor;
  private final Redirect errors;
  private final Class<?> program;
  private final long limitMillis;
  private SecondJvm jvm;

  /**
   * Prepares a JVM that is not started yet.
   *
   * @param errors where its standard error goes: of a mutant's run it says nothing of interest
   */
  MutantJvm(MutationRun.Options options, double timeFactor, Redirect errors) {
    this(options, timeFactor, errors, MutantJvmMain.class, LIMIT_MILLIS);
  }

  /** As the other constructor, with another program in the JVM and another limit for an answer. */
  MutantJvm(
      MutationRun.Options options,
      double timeFactor,
      Redirect errors,
      Class<?> program,
      long limitMillis) {
    this.arguments = List.of(options.contract(), options.ia(), Long.toString(options.seed()));
    this.timeFactor = timeFactor;
    this.errors = errors;
    this.program = program;
    this.limitMillis = limitMillis;
  }

  /**
   * Judges a mutant. One that ends the JVM, or keeps it from answering, is tried again in a fresh
   * JVM. If that gives no answer either, the mutant is unjudged: no test has found it.
   */
  MutantVerdict judge(Mutant mutant) throws InterruptedException {
    Optional<String> line = answer(mutant);
    if (line.isEmpty()) {
      line = answer(mutant);
    }
    return line.isEmpty()
        ? new MutantVerdict(
            mutant.id(), mutant.clauses(), List.of(), MutantVerdict.Strength.UNJUDGED)
        : MutantJvmMain.parse(mutant.id(), mutant.clauses(), line.get());
  }

  private Optional<String> answer(Mutant mutant) throws InterruptedException {
    if (jvm == null) {
      jvm =
          new SecondJvm(
              List.of(),
              List.of("-XX:+UseSerialGC", "-D" + TimeFactor.PROPERTY + "=" + timeFactor),
              program,
              arguments,
              errors);
    }
    jvm.start(mutant.id());
    Optional<String> line = jvm.answerWithin(limitMillis);
    if (line.isEmpty()) {
      close();
    }
    return line;
  }

  @Override
  public void close() {
    if (jvm != null) {
      jvm.kill();
      jvm = null;
    }
  }
}
