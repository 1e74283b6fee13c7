package org.dat4j.conformance.stepper.program;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.StringJoiner;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.dat4j.conformance.stepper.Difference;
import org.dat4j.conformance.stepper.Expectation;

/**
 * Records the calls of one session of a stepper and writes them as a Java program that repeats
 * them. A subclass knows the objects and arguments of one contract. For the thread that makes the
 * calls.
 */
public abstract class CallRecorder {
  /** A program of more statements is too long for one method of Java. */
  private static final int MAX_STATEMENTS = 1_000;

  /**
   * A call that was made.
   *
   * @param object on which it was made
   * @param method of the contract
   * @param arguments as the provider got them
   * @param expression the call in Java
   * @param answer its result, null for none
   * @param thrown what it threw, or null
   */
  public record Made(
      Object object,
      Method method,
      Object[] arguments,
      String expression,
      Object answer,
      RuntimeException thrown) {
    /** Returns the name of the method. */
    public String name() {
      return method.getName();
    }

    /** Returns whether the call has given this code. */
    public boolean gave(int code) {
      return Integer.valueOf(code).equals(answer);
    }
  }

  /**
   * Something that the program looks at.
   *
   * @param expression in Java, of any type
   * @param seen its value as text
   */
  public record Look(String expression, String seen) {}

  /** The statements so far. */
  protected final ProgramText text = new ProgramText();

  private Made last;
  private String unprintable;
  private boolean recording = true;

  /** For subclasses. */
  protected CallRecorder() {}

  /** Writes an argument. */
  protected abstract String argument(Method method, int position, Object value);

  /** Writes a call that others follow. */
  protected abstract void follow(Made made);

  /** Lists what the program looks at after a call that gave no exception. */
  protected abstract List<Look> looks(Made made);

  /** Returns whether a result is a code. */
  protected abstract boolean isCode(Method method);

  /** Returns the name of a code of the contract. */
  protected abstract String codeName(int code);

  /** Returns the code of an exception of the contract; null of any other. */
  protected abstract Integer codeOf(RuntimeException thrown);

  /** Writes the expression that waits for an event. */
  protected abstract String waitFor(String evd);

  /** Returns the provider's object behind one that the stepper uses. */
  protected abstract Object inner(Object object);

  /** Writes what a value of the last call must be. */
  protected abstract String expected(String accessor, Object value);

  /** Notes an object that no expression gives. */
  protected final String unprintable(Object value) {
    unprintable = "no expression gives " + value;
    return "null";
  }

  /** Notes that the preparation is over, and the steps begin. */
  public final void begin() {
    flush();
    text.begin();
  }

  /** Makes a call and records it. */
  protected final Object call(
      Object object, Method method, Object[] arguments, Supplier<Object> proceed) {
    if (!recording) {
      return proceed.get();
    }
    flush();
    StringJoiner call =
        new StringJoiner(", ", text.name(object) + "." + method.getName() + "(", ")");
    for (int i = 0; i < arguments.length; i++) {
      call.add(argument(method, i, arguments[i]));
    }
    try {
      Object answer = proceed.get();
      last = new Made(object, method, arguments, call.toString(), answer, null);
      return answer;
    } catch (RuntimeException e) {
      last = new Made(object, method, arguments, call.toString(), null, e);
      throw e;
    }
  }

  /** Adds a statement that is no call, behind the last call. */
  protected final void statement(String statement) {
    if (recording) {
      flush();
      text.add(statement);
    }
  }

  /** Writes the last call, as something follows it. */
  protected final void flush() {
    Made made = last;
    last = null;
    if (made == null) {
      return;
    }
    if (made.thrown() != null) {
      text.add("attempt(() -> " + made.expression() + ");");
    } else {
      follow(made);
    }
  }

  /** Looks at a record: at each of its objects and values. */
  protected final List<Look> looks(String expression, Record value) {
    List<Look> looks = new ArrayList<>();
    for (RecordComponent each : value.getClass().getRecordComponents()) {
      looks.add(look(expression + "." + each.getName() + "()", Literals.get(each, value)));
    }
    return looks;
  }

  /** Looks at a value; objects are compared with those of the program. */
  protected final Look look(String expression, Object value) {
    String name = value == null ? "null" : text.name(value);
    if (name != null) {
      return new Look(expression + " == " + name, "true");
    } else if (value instanceof byte[] bytes) {
      return new Look("hex(" + expression + ")", HexFormat.of().formatHex(bytes));
    }
    return new Look(expression, String.valueOf(value));
  }

  /**
   * Ends the recording.
   *
   * @param difference that the last call has shown
   * @param resource the frame of the program, beside the class of this recorder
   * @param name of the adapter or controller
   * @return the program, or a comment that says why there is none
   */
  public final String program(Difference difference, String resource, String name) {
    recording = false;
    String check = check(difference.expectation());
    List<String> statements = text.statements();
    if (statements.size() > MAX_STATEMENTS) {
      unprintable = statements.size() + " statements are too many";
    } else if (check == null) {
      unprintable = "no call shows it";
    }
    if (unprintable != null) {
      return "// There is no program: " + unprintable + "\n";
    }
    String message = difference.getMessage().replaceAll("\\s+", " ").replace("\\", "/");
    return frame(resource)
        .replace("@NAME@", name)
        .replace("@DIFFERENCE@", message.replace("*/", "* /"))
        .replace("@CALLS@", statements.stream().collect(Collectors.joining("\n      ")))
        .replace("@CHECK@", check);
  }

  private String frame(String resource) {
    try (InputStream in = getClass().getResourceAsStream(resource)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String check(Expectation expectation) {
    if (expectation instanceof Expectation.MemoryByte wanted) {
      String seen = text.name(inner(wanted.buffer())) + ".get(" + wanted.index() + ")";
      String check = "mustBe(answer(() -> \"\" + " + seen + "), \"" + wanted.expected() + "\");";
      return last == null ? check : "if (" + sameAnswer(last) + ") " + check;
    } else if (expectation instanceof Expectation.Event event) {
      flush();
      String seen = waitFor(text.name(inner(event.evd())));
      return "mustBe(answer(() -> " + seen + "), \"an event\");";
    } else if (last == null) {
      return null;
    } else if (expectation instanceof Expectation.Codes codes) {
      String names = codes.names().stream().map(Literals::quoted).collect(Collectors.joining(", "));
      return "mustBe(answer(() -> " + code(last) + "), " + names + ");";
    } else if (expectation instanceof Expectation.ReturnedValue returned && last.thrown() == null) {
      Object value = inner(returned.expected());
      boolean same = value == null || text.name(value) != null;
      String seen = returned.accessor().isEmpty() ? "seen" : "seen." + returned.accessor();
      return "mustBe(answer(() -> { var seen = "
          + last.expression()
          + "; return \"\" + ("
          + (same ? look(seen, value).expression() : seen)
          + "); }), \"\" + "
          + (same ? "true" : expected(returned.accessor(), value))
          + ");";
    }
    return seenAgain(last);
  }

  /** Only what was seen is known to be wrong: it must not be seen again. */
  private String seenAgain(Made made) {
    Look repeat = repeat(made);
    return "mustNotBe(" + repeat.expression() + ", " + Literals.quoted(repeat.seen()) + ");";
  }

  /** What memory must hold depends on what the last call has answered. */
  private String sameAnswer(Made made) {
    Look repeat = repeat(made);
    return "(" + repeat.expression() + ").equals(" + Literals.quoted(repeat.seen()) + ")";
  }

  /** Makes the last call again, and looks at all that it gives. */
  private Look repeat(Made made) {
    if (made.thrown() != null) {
      Look thrown = new Look("answer(() -> " + code(made) + ")", thrown(made));
      return joined(thrown, looks(made));
    }
    boolean nothing = made.method().getReturnType() == void.class;
    List<Look> looks = new ArrayList<>();
    if (nothing || made.answer() instanceof AutoCloseable) {
      looks.add(new Look(nothing ? "code(0)" : "made(seen)", codeName(0)));
    } else if (isCode(made.method())) {
      looks.add(new Look("code(seen)", codeName((int) made.answer())));
    } else if (made.answer() instanceof Record value) {
      looks.addAll(looks("seen", value));
    } else {
      looks.add(look("seen", made.answer()));
    }
    looks.addAll(looks(made));
    Look begin = new Look("\"\" + (" + looks.get(0).expression() + ")", looks.get(0).seen());
    Look values = joined(begin, looks.subList(1, looks.size()));
    String call = nothing ? made.expression() + ";" : "var seen = " + again(made) + ";";
    String expression = "answer(() -> { " + call + " return " + values.expression() + "; })";
    return new Look(expression, values.seen());
  }

  private static Look joined(Look first, List<Look> others) {
    StringBuilder expression = new StringBuilder(first.expression());
    StringBuilder seen = new StringBuilder(first.seen());
    for (Look each : others) {
      expression.append(" + \", \" + (").append(each.expression()).append(')');
      seen.append(", ").append(each.seen());
    }
    return new Look(expression.toString(), seen.toString());
  }

  private String thrown(Made made) {
    Integer code = codeOf(made.thrown());
    return code == null ? "threw " + made.thrown().getClass().getName() : codeName(code);
  }

  /** Writes a call as an expression or a block that gives its answer as text. */
  private String code(Made made) {
    if (isCode(made.method())) {
      return "code(" + again(made) + ")";
    } else if (made.method().getReturnType() == void.class) {
      return "{ " + made.expression() + "; return code(0); }";
    }
    return "made(" + made.expression() + ")";
  }

  /** Writes a call again, with patience where it takes an event. */
  protected String again(Made made) {
    return made.expression();
  }
}
