package org.dat4j.conformance.report;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Writer of maps, lists, texts, numbers, booleans and null as JSON text, for the reports. */
final class JsonWriter {
  private final StringBuilder out = new StringBuilder();

  private JsonWriter() {}

  static String write(Object value) {
    JsonWriter json = new JsonWriter();
    json.value(value, "");
    return json.out.append('\n').toString();
  }

  private void value(Object value, String indent) {
    if (value instanceof Map<?, ?> map) {
      object(map, indent);
    } else if (value instanceof List<?> list) {
      array(list, indent);
    } else if (value == null || value instanceof Number || value instanceof Boolean) {
      out.append(value);
    } else {
      text(String.valueOf(value));
    }
  }

  private void object(Map<?, ?> map, String indent) {
    String separator = "";
    out.append('{');
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      out.append(separator).append('\n').append(indent).append("  ");
      text(String.valueOf(entry.getKey()));
      out.append(": ");
      value(entry.getValue(), indent + "  ");
      separator = ",";
    }
    out.append('\n').append(indent).append('}');
  }

  private void array(List<?> list, String indent) {
    boolean texts = list.stream().noneMatch(e -> e instanceof Map || e instanceof List);
    String separator = "";
    out.append('[');
    for (Object element : list) {
      out.append(separator);
      if (!texts) {
        out.append('\n').append(indent).append("  ");
      }
      value(element, indent + "  ");
      separator = texts ? ", " : ",";
    }
    if (!texts) {
      out.append('\n').append(indent);
    }
    out.append(']');
  }

  private void text(String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> {
          if (c < 0x20 || Character.isSurrogate(c) || c == 0x7f) {
            out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }
}
