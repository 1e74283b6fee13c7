package org.dat4j.conformance.stepper.pairs;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.dat4j.conformance.process.ParentProcess;
import org.dat4j.conformance.process.SecondJvm;
import org.dat4j.conformance.process.WordCodec;

/**
 * Main class of the second JVM of the pairs: makes the calls of the far sides, one per line of its
 * input, each at its moment. The answer has the value and the time stamps of the call. Ends with
 * its input.
 */
public final class FarJvmMain {
  /** A call that lasts longer shows its stack: the other JVM is about to report a hang. */
  private static final long LONG_NANOS = 8_000_000_000L;

  private static final long LOOK_NANOS = 500_000_000;

  private final Map<String, Object> sides = new HashMap<>();
  private final Map<String, Method> methods = new HashMap<>();
  private final Thread thread = Thread.currentThread();

  /** When the present call was due; 0 for none. */
  private volatile long busy;

  private FarJvmMain(FarSides all) {
    all.sides()
        .forEach(
            (type, side) -> {
              sides.put(type.getSimpleName(), side);
              for (Method method : type.getMethods()) {
                methods.put(type.getSimpleName() + " " + method.getName(), method);
              }
            });
  }

  /**
   * Serves until standard input ends.
   *
   * @param arguments name of the class that makes the sides, and its arguments
   * @throws IOException if standard input cannot be read
   * @throws ReflectiveOperationException if there are no such sides
   */
  public static void main(String[] arguments) throws IOException, ReflectiveOperationException {
    ParentProcess.endWithIt();
    PrintStream answers = System.out;
    // What else prints in Java goes to standard error.
    System.setOut(System.err);
    try (FarSides sides =
        (FarSides)
            Class.forName(arguments[0])
                .getConstructor(List.class)
                .newInstance(Arrays.asList(arguments).subList(1, arguments.length))) {
      new FarJvmMain(sides).serve(answers);
    }
  }

  private void serve(PrintStream answers) throws IOException {
    Thread watch = new Thread(this::watch, "pairs-watch");
    watch.setDaemon(true);
    watch.start();
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      answers.println(SecondJvm.ANSWER + answer(line));
      answers.flush();
    }
  }

  private String answer(String line) {
    if (line.equals(FarJvm.CLOCK)) {
      return Long.toString(System.nanoTime());
    }
    try {
      return answer(line.split(" "));
    } catch (InvocationTargetException e) {
      return "error " + WordCodec.encode(String.valueOf(e.getCause()));
    } catch (RuntimeException | ReflectiveOperationException e) {
      return "error " + WordCodec.encode(e.toString());
    } finally {
      busy = 0;
    }
  }

  private String answer(String[] words) throws ReflectiveOperationException {
    int name = words[0].startsWith(FarJvm.AT) ? 1 : 0;
    Object side = sides.get(words[name]);
    Method method = methods.get(words[name] + " " + words[name + 1]);
    Object[] values = new Object[words.length - name - 2];
    for (int i = 0; i < values.length; i++) {
      values[i] = WordCodec.decode(words[name + 2 + i]);
    }
    busy = System.nanoTime() | 1;
    if (name == 0) {
      return FarJvm.OK + " " + WordCodec.encode(method.invoke(side, values));
    }
    long due = Long.parseLong(words[0].substring(FarJvm.AT.length()));
    while (System.nanoTime() - due < 0) {
      Thread.onSpinWait();
    }
    long began = System.nanoTime();
    Object value = method.invoke(side, values);
    long ended = System.nanoTime();
    return FarJvm.OK + " " + WordCodec.encode(value) + " " + began + " " + ended;
  }

  /** Shows where a call stands that does not return. */
  private void watch() {
    long shown = 0;
    while (true) {
      LockSupport.parkNanos(this, LOOK_NANOS);
      long since = busy;
      if (since != 0 && since != shown && System.nanoTime() - since > LONG_NANOS) {
        shown = since;
        StringBuilder text = new StringBuilder("the second JVM still makes a call:\n");
        for (StackTraceElement element : thread.getStackTrace()) {
          text.append("  at ").append(element).append('\n');
        }
        System.err.print(text);
      }
    }
  }
}
