package org.dat4j.conformance.stepper.pairs;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.dat4j.conformance.kernel.UsageException;
import org.dat4j.conformance.process.SecondJvm;
import org.dat4j.conformance.process.WordCodec;

/**
 * Handle of the second JVM of the pairs, in which {@link FarJvmMain} has the far sides of the
 * scenes. It is started when it is needed, and again after it has ended. Used by one thread at a
 * time.
 */
public final class FarJvm implements AutoCloseable {
  /** The command that asks for the clock. */
  static final String CLOCK = "clock";

  /** Begins a command that is due at a moment, which follows. */
  static final String AT = "@";

  static final String OK = "ok";

  private static final int MIN_PINGS = 50;
  private static final int MAX_PINGS = 5_000;

  /** A range, in nanoseconds, that leaves no doubt: separate clocks differ by far more. */
  private static final long NARROW_NANOS = 50_000;

  private static final long WIDEST_NANOS = 500_000;

  private final Class<? extends FarSides> sides;
  private final List<String> options;
  private final List<String> arguments;
  private SecondJvm jvm;

  /**
   * Prepares a JVM that is not started yet.
   *
   * @param sides makes the far sides there
   * @param options further options of the JVM
   * @param arguments for the constructor of the sides
   */
  public FarJvm(Class<? extends FarSides> sides, List<String> options, List<String> arguments) {
    this.sides = sides;
    this.options = List.copyOf(options);
    this.arguments = new ArrayList<>(List.of(sides.getName()));
    this.arguments.addAll(arguments);
  }

  /**
   * Returns the far side of a scene.
   *
   * @param type its interface
   */
  public <T> T side(Class<T> type) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> call(type, method.getName(), arguments)));
  }

  private Object call(Class<?> type, String method, Object[] values) {
    FarMoment moment = FarMoment.take();
    StringBuilder line = new StringBuilder();
    if (moment != null) {
      line.append(AT).append(moment.due()).append(' ');
    }
    line.append(type.getSimpleName()).append(' ').append(method);
    for (Object value : values == null ? new Object[0] : values) {
      line.append(' ').append(WordCodec.encode(value));
    }
    String[] answer = ask(line.toString()).split(" ");
    Object value = WordCodec.decode(answer[1]);
    if (!answer[0].equals(OK)) {
      throw new IllegalStateException("the second JVM on " + method + ": " + value);
    }
    if (moment != null) {
      moment.stamp(Long.parseLong(answer[2]), Long.parseLong(answer[3]));
    }
    return value;
  }

  /** Asks the JVM; one that does not answer is ended, so that the next call gets another one. */
  private String ask(String line) {
    SecondJvm asked = running();
    try {
      return asked.ask(line);
    } catch (AssertionError e) {
      kill();
      throw new IllegalStateException(e.getMessage(), e);
    }
  }

  private SecondJvm running() {
    if (jvm == null || !jvm.alive()) {
      jvm =
          new SecondJvm(
              List.of(), options, FarJvmMain.class, arguments, ProcessBuilder.Redirect.INHERIT);
      compareClocks();
    }
    return jvm;
  }

  /** Makes sure that both JVMs read one clock: time stamps of one are compared with the other's. */
  private void compareClocks() {
    long least = Long.MIN_VALUE;
    long most = Long.MAX_VALUE;
    for (int i = 0; i < MIN_PINGS || i < MAX_PINGS && most - least > NARROW_NANOS; i++) {
      long before = System.nanoTime();
      long there = Long.parseLong(jvm.ask(CLOCK));
      long after = System.nanoTime();
      least = i == 0 ? there - after : Math.max(least, there - after);
      most = i == 0 ? there - before : Math.min(most, there - before);
    }
    String refusal = refusal(least, most);
    if (refusal != null) {
      kill();
      throw new UsageException(refusal);
    }
  }

  /**
   * Decides whether the clocks of two JVMs are one. Separate clocks have origins of their own.
   *
   * @param least by which the other one's is at least ahead, in nanoseconds
   * @param most by which it is at most ahead
   * @return why time stamps cannot be compared; null if they can
   */
  static String refusal(long least, long most) {
    if (least <= 0 && most >= 0 && most - least <= WIDEST_NANOS) {
      return null;
    }
    return "pairs in two JVMs need one clock: the clock of the second JVM is ahead by "
        + least
        + " to "
        + most
        + " ns; run both on one machine, with the clock of the system";
  }

  /** Kills the JVM, whatever it does; the next call starts another one. */
  public void kill() {
    if (jvm != null) {
      jvm.kill();
      jvm = null;
    }
  }

  @Override
  public void close() {
    if (jvm != null) {
      jvm.close();
      jvm = null;
    }
  }
}
