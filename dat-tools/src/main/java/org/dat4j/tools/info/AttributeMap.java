package org.dat4j.tools.info;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.net.InetAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.dat4j.dat.NamedAttr;

/**
 * Converts adapter and provider attributes to maps with the contract's names, for the JSON of
 * {@code dat4j info}.
 */
final class AttributeMap {

  private AttributeMap() {}

  /**
   * Converts a record of attributes.
   *
   * @param attributes a record
   * @return names in the contract's spelling, values that JSON can express
   */
  static Map<String, Object> of(Record attributes) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (RecordComponent component : attributes.getClass().getRecordComponents()) {
      try {
        map.put(name(component.getName()), value(component.getAccessor().invoke(attributes)));
      } catch (IllegalAccessException | InvocationTargetException e) {
        throw new IllegalStateException(component + " cannot be read", e);
      }
    }
    return map;
  }

  /** {@code maxEvdQlen} is {@code max_evd_qlen}. */
  private static String name(String component) {
    StringBuilder name = new StringBuilder();
    for (char c : component.toCharArray()) {
      if (Character.isUpperCase(c)) {
        name.append('_');
      }
      name.append(c);
    }
    return name.toString().toLowerCase(Locale.ROOT);
  }

  private static Object value(Object value) {
    if (value instanceof InetAddress address) {
      return address.getHostAddress();
    }
    if (value instanceof Enum<?> constant) {
      return constant.name().toLowerCase(Locale.ROOT);
    }
    if (value instanceof List<?> list) {
      if (!list.isEmpty() && list.get(0) instanceof NamedAttr) {
        Map<String, Object> named = new LinkedHashMap<>();
        list.forEach(a -> named.put(((NamedAttr) a).name(), ((NamedAttr) a).value()));
        return named;
      }
      return list.stream().map(AttributeMap::value).toList();
    }
    return value;
  }
}
