package org.dat4j.tools;

import java.io.File;
import java.util.List;
import org.dat4j.conformance.report.RepeatCommand;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * The option {@code --class-path} of {@code dat4j}: checks that its entries exist, can be read, and
 * are on this JVM's class path, where the launcher puts them.
 */
final class ClassPathOption implements ITypeConverter<String> {

  /** For the command line. */
  ClassPathOption() {}

  @Override
  public String convert(String value) {
    for (String entry : value.split(File.pathSeparator, -1)) {
      if (entry.isEmpty()) {
        throw new TypeConversionException(
            "'" + value + "' has an empty entry: name a jar or a folder of classes");
      }
      // Java takes a star for all jars of a folder.
      boolean jars = entry.equals("*") || entry.endsWith(File.separator + "*");
      File file = new File(jars ? entry.substring(0, entry.length() - 1) + "." : entry);
      if (!file.exists()) {
        throw new TypeConversionException(
            "'" + entry + "' does not exist: name a jar or a folder of classes");
      }
      if (!file.canRead()) {
        throw new TypeConversionException("'" + entry + "' cannot be read: check its permissions");
      }
    }
    if (!added().contains(File.pathSeparator + value + File.pathSeparator)) {
      throw new TypeConversionException(
          "'"
              + value
              + "' is not on the class path: start the script dat4j, or put it behind java -cp");
    }
    return value;
  }

  private static String added() {
    return String.join(
        File.pathSeparator, List.of("", System.getProperty(RepeatCommand.CLASS_PATH, ""), ""));
  }
}
