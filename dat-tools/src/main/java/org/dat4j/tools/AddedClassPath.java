package org.dat4j.tools;

import java.io.File;
import java.util.List;
import org.dat4j.conformance.report.Repeat;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A check of the option {@code --class-path} of {@code dat4j}, whose entries the launcher has
 * already added to the class path of this JVM.
 */
final class AddedClassPath implements ITypeConverter<String> {

  /** For the command line. */
  AddedClassPath() {}

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
          "'" + value + "' is not on the class path: start ./dat4j, or put it behind java -cp");
    }
    return value;
  }

  private static String added() {
    return String.join(
        File.pathSeparator, List.of("", System.getProperty(Repeat.CLASS_PATH, ""), ""));
  }
}
