package org.dat4j.conformance.process;

import java.io.File;
import java.util.ArrayList;
import java.util.List;

/**
 * Builder of the command line that starts another JVM with this one's class path and dat4j
 * properties.
 */
public final class JvmCommand {
  private JvmCommand() {}

  /**
   * Makes the command line. System properties whose names begin with {@code dat4j.} are passed on.
   *
   * @param options further options of the JVM; a property here replaces one that is passed on
   * @param program the name of the class with the main method
   * @param arguments its arguments
   * @return the words of the command
   */
  public static List<String> of(List<String> options, String program, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(System.getProperty("java.home") + File.separator + "bin" + File.separator + "java");
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add("--enable-native-access=ALL-UNNAMED");
    for (String name : System.getProperties().stringPropertyNames()) {
      if (name.startsWith("dat4j.")) {
        command.add("-D" + name + "=" + System.getProperty(name));
      }
    }
    command.addAll(options);
    command.add(program);
    command.addAll(arguments);
    return command;
  }
}
