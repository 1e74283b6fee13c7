package org.dat4j.tools;

import java.io.PrintWriter;
import java.io.StringWriter;

/** One run of the command inside the JVM of the test: exit code and both outputs. */
public record CommandRun(int code, String out, String err) {

  /** Runs a command line. */
  public static CommandRun of(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code = Dat4j.run(new PrintWriter(out), new PrintWriter(err), arguments);
    return new CommandRun(code, out.toString(), err.toString());
  }
}
