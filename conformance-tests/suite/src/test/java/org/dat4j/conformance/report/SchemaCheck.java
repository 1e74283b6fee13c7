package org.dat4j.conformance.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Check of JSON data against a schema, for the keywords that the schema of reports uses; any other
 * keyword is an error.
 */
final class SchemaCheck {
  private static final Set<String> NOTES = Set.of("$schema", "title", "description");

  private final List<String> errors = new ArrayList<>();

  private SchemaCheck() {}

  /** Lists what breaks the schema, each with its place. */
  static List<String> errors(Object value, Map<?, ?> schema) {
    SchemaCheck check = new SchemaCheck();
    check.check("$", value, schema);
    return check.errors;
  }

  private void check(String place, Object value, Map<?, ?> schema) {
    for (Map.Entry<?, ?> rule : schema.entrySet()) {
      String keyword = (String) rule.getKey();
      boolean holds =
          switch (keyword) {
            case "type" -> isOneOf(value, rule.getValue());
            case "enum" -> ((List<?>) rule.getValue()).contains(value);
            case "pattern" -> value.toString().matches((String) rule.getValue());
            case "required" -> ((Map<?, ?>) value).keySet().containsAll((List<?>) rule.getValue());
            case "properties", "additionalProperties", "items" -> true;
            default -> NOTES.contains(keyword);
          };
      if (!holds) {
        errors.add(place + ": " + keyword + " " + rule.getValue());
      }
    }
    if (value instanceof Map<?, ?> map) {
      Map<?, ?> known =
          schema.get("properties") instanceof Map<?, ?> properties ? properties : Map.of();
      map.forEach(
          (name, member) -> {
            Object rule =
                known.containsKey(name) ? known.get(name) : schema.get("additionalProperties");
            if (rule != null) {
              check(place + "." + name, member, (Map<?, ?>) rule);
            }
          });
    }
    if (value instanceof List<?> list && schema.get("items") instanceof Map<?, ?> items) {
      for (int i = 0; i < list.size(); i++) {
        check(place + "[" + i + "]", list.get(i), items);
      }
    }
  }

  private static boolean isOneOf(Object value, Object types) {
    return types instanceof List<?> list
        ? list.stream().anyMatch(type -> isOf(value, type))
        : isOf(value, types);
  }

  private static boolean isOf(Object value, Object type) {
    return switch ((String) type) {
      case "object" -> value instanceof Map;
      case "array" -> value instanceof List;
      case "string" -> value instanceof String;
      case "boolean" -> value instanceof Boolean;
      case "integer" -> value instanceof Integer || value instanceof Long;
      default -> throw new IllegalArgumentException("type " + type);
    };
  }
}
