import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.dat4j.tools.Dat4j;

/**
 * Inside the lab: asks for many adapters in one process, as a JVM takes seconds to start there. Its
 * first argument is {@code why} or {@code hello}, the others are the adapters' names. Prints a line
 * for each: the exit status of {@code dat4j why NAME --json}, or whether Hello failed (1), and what
 * was said.
 */
public class Situations {
  public static void main(String[] args) {
    PrintStream out = System.out;
    for (int i = 1; i < args.length; i++) {
      StringWriter said = new StringWriter();
      PrintWriter to = new PrintWriter(said);
      int status = args[0].equals("why") ? why(args[i], to) : hello(args[i], to);
      to.flush();
      out.println(status + " " + said.toString().replaceAll("\\s+", " "));
    }
  }

  private static int why(String name, PrintWriter to) {
    return Dat4j.run(to, to, "why", name, "--json");
  }

  private static int hello(String name, PrintWriter to) {
    ByteArrayOutputStream greeting = new ByteArrayOutputStream();
    System.setOut(new PrintStream(greeting, true));
    try {
      Hello.main(new String[] {name});
      to.print(greeting);
      return 0;
    } catch (RuntimeException e) {
      e.printStackTrace(to);
      return 1;
    }
  }
}
