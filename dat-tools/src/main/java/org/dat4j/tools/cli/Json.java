package org.dat4j.tools.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;

/**
 * Writes and reads JSON made of maps, lists, texts, numbers and null, for the output of {@code
 * dat4j} and between its processes.
 */
public final class Json {

  /** Characters beyond ASCII are escaped: the text is the same in every locale. */
  private static final JsonFactory FACTORY =
      JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  private static final JSON MAPPER =
      JSON.builder(FACTORY).enable(JSON.Feature.WRITE_NULL_PROPERTIES).build();
  private static final JSON PRETTY = MAPPER.with(JSON.Feature.PRETTY_PRINT_OUTPUT);

  private Json() {}

  /**
   * Writes a value over several lines.
   *
   * @param value maps keep their order
   * @return JSON text without a newline at the end
   */
  public static String pretty(Object value) {
    return write(PRETTY, value);
  }

  /**
   * Writes a value on one line.
   *
   * @param value maps keep their order
   * @return JSON text
   */
  public static String line(Object value) {
    return write(MAPPER, value);
  }

  private static String write(JSON mapper, Object value) {
    try {
      return mapper.asString(value);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Reads an object.
   *
   * @param text JSON
   * @return its members in their order
   */
  public static Map<String, Object> object(String text) {
    try {
      return MAPPER.mapFrom(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
