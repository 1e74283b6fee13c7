package org.dat4j.conformance.catalogue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Reader for the suite's tab-separated files: a header line with fixed column names, then one
 * record per line. Empty lines and lines that begin with {@code #} are skipped.
 */
public final class TsvReader {
  /**
   * One record.
   *
   * @param line its number in the file, from 1
   * @param fields as many as the header has columns
   */
  public record Row(int line, List<String> fields) {}

  private TsvReader() {}

  /**
   * Reads a whole file.
   *
   * @param reader the text; the caller closes it
   * @param source name for messages
   * @param columns the expected header
   * @return the records in file order
   * @throws CatalogueException if the header or a line has other columns than expected
   */
  public static List<Row> read(Reader reader, String source, List<String> columns) {
    List<Row> rows = new ArrayList<>();
    boolean header = false;
    int number = 0;
    try {
      BufferedReader lines = new BufferedReader(reader);
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        if (line.isBlank() || line.startsWith("#")) {
          continue;
        }
        List<String> fields = List.of(line.split("\t", -1));
        if (!header) {
          if (!fields.equals(columns)) {
            throw new CatalogueException(
                source, number, "header is " + fields + ", expected " + columns);
          }
          header = true;
          continue;
        }
        if (fields.size() != columns.size()) {
          throw new CatalogueException(
              source,
              number,
              fields.size() + " columns, expected " + columns.size() + " " + columns);
        }
        rows.add(new Row(number, fields));
      }
    } catch (IOException e) {
      throw new CatalogueException(source, number, "cannot be read: " + e.getMessage());
    }
    if (!header) {
      throw new CatalogueException(source, 0, "is empty; expected the header " + columns);
    }
    return rows;
  }

  /**
   * Reads a resource beside a class.
   *
   * @param owner the class whose package holds the resource
   * @param name resource name
   * @param columns the expected header
   * @return the records in file order
   * @throws CatalogueException if the resource is missing or malformed
   */
  public static List<Row> resource(Class<?> owner, String name, List<String> columns) {
    InputStream stream = owner.getResourceAsStream(name);
    if (stream == null) {
      throw new CatalogueException(name, 0, "no such resource beside " + owner.getName());
    }
    try (Reader reader = new InputStreamReader(stream, StandardCharsets.UTF_8)) {
      return read(reader, name, columns);
    } catch (IOException e) {
      throw new UncheckedIOException(name, e);
    }
  }
}
