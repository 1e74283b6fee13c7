package org.dat4j.architecture;

import com.tngtech.archunit.core.domain.JavaMethod;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The page with the Java call for each C function, from the annotations of the interfaces. */
final class CToJavaPage {

  /** Functions of one contract: module, annotation, what the rule makes of the C prefixes. */
  private record Contract(
      String title, String module, String annotation, Map<String, String> prefixes) {}

  private static final Map<String, String> DAT =
      Map.ofEntries(
          Map.entry("dat_ia_", "Ia"),
          Map.entry("dat_pz_", "Pz"),
          Map.entry("dat_lmr_", "Lmr"),
          Map.entry("dat_rmr_", "Rmr"),
          Map.entry("dat_ep_", "Ep"),
          Map.entry("dat_evd_", "Evd"),
          Map.entry("dat_cno_", "Cno"),
          Map.entry("dat_psp_", "Psp"),
          Map.entry("dat_rsp_", "Rsp"),
          Map.entry("dat_cr_", "Cr"),
          Map.entry("dat_srq_", "Srq"));

  private static final Map<String, String> RSM =
      Map.of(
          "rsm_memseg_export_", "ExportSegment",
          "rsm_memseg_import_", "ImportSegment",
          "rsm_", "Rsm");

  private static final List<Contract> CONTRACTS =
      List.of(
          new Contract("DAT", "dat-spi", "org.dat4j.dat.ManPage", DAT),
          new Contract("RSM", "rsm-spi", "org.dat4j.rsm.ManPage", RSM));

  private CToJavaPage() {}

  static String text() {
    Markdown page = new Markdown("From C to Java", "the `@ManPage` annotations of the interfaces");
    page.paragraph(
        "`dat_<object>_<verb>(handle, ...)` is `<Object>.<verb>(...)`, and"
            + " `dat_<object>_create(parent, ...)` is\n`parent.create<Object>(...)`."
            + " `rsm_memseg_export_<verb>` is `ExportSegment.<verb>`, `rsm_memseg_import_<verb>`"
            + " is\n`ImportSegment.<verb>`, and what concerns no object is in `Rsm`. Output"
            + " parameters are results or members: [c-types.md](c-types.md). Constants are in"
            + " [c-constants.md](c-constants.md).\nMisuse throws an exception with the contract's"
            + " code: [errors.md](errors.md).");
    for (Contract contract : CONTRACTS) {
      Map<String, Method> homes = homes(contract);
      List<List<String>> regular = table();
      List<List<String>> others = table();
      homes.forEach(
          (function, method) -> {
            List<String> row =
                List.of("`" + function + "`", call(method), result(method), forms(method));
            (follows(contract, function, method) ? regular : others).add(row);
          });
      page.heading(contract.title() + ": " + homes.size() + " functions");
      page.paragraph((regular.size() - 1) + " follow the rule:").table(regular);
      page.paragraph((others.size() - 1) + " have another home:").table(others);
    }
    return page.toString();
  }

  private static List<List<String>> table() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("C function", "Java call", "result", "other forms"));
    return rows;
  }

  /** The annotated method of each function. */
  private static Map<String, Method> homes(Contract contract) {
    Map<String, Method> homes = new TreeMap<>();
    Reactor.classes(contract.module()).stream()
        .flatMap(type -> type.getMethods().stream())
        .filter(method -> method.isAnnotatedWith(contract.annotation()))
        .forEach(method -> homes.put(function(method, contract.annotation()), method.reflect()));
    return homes;
  }

  private static String function(JavaMethod method, String annotation) {
    return (String) method.getAnnotationOfType(annotation).get("value").orElseThrow();
  }

  /** Whether the name of a Java call is what the rule makes of the C name. */
  private static boolean follows(Contract contract, String function, Method method) {
    String prefix =
        contract.prefixes().keySet().stream()
            .filter(function::startsWith)
            .max((a, b) -> Integer.compare(a.length(), b.length()))
            .orElse(null);
    if (prefix == null) {
      return false;
    }
    String object = contract.prefixes().get(prefix);
    String verb = function.substring(prefix.length());
    if (verb.startsWith("create")) {
      String suffix = camel("x" + verb.substring("create".length())).substring(1);
      return method.getName().equals("create" + object + suffix);
    }
    return method.getName().equals(camel(verb))
        && method.getDeclaringClass().getSimpleName().equals(object);
  }

  private static String camel(String name) {
    String[] words = name.split("_");
    StringBuilder text = new StringBuilder(words[0]);
    for (int i = 1; i < words.length; i++) {
      text.append(words[i].substring(0, 1).toUpperCase(Locale.ROOT)).append(words[i].substring(1));
    }
    return text.toString();
  }

  private static String call(Method method) {
    return "`"
        + method.getDeclaringClass().getSimpleName()
        + "."
        + method.getName()
        + parameters(method)
        + "`"
        + (Modifier.isStatic(method.getModifiers()) ? " (static)" : "");
  }

  private static String parameters(Method method) {
    return Arrays.stream(method.getParameterTypes())
        .map(Class::getSimpleName)
        .collect(Collectors.joining(", ", "(", ")"));
  }

  private static String result(Method method) {
    Class<?> type = method.getReturnType();
    return type == void.class ? "" : "`" + type.getSimpleName() + "`";
  }

  private static String forms(Method method) {
    return Arrays.stream(method.getDeclaringClass().getDeclaredMethods())
        .filter(other -> other.getName().equals(method.getName()) && !other.equals(method))
        .filter(other -> Modifier.isPublic(other.getModifiers()) && !other.isSynthetic())
        .map(other -> "`" + parameters(other) + "`")
        .sorted()
        .collect(Collectors.joining(" "));
  }
}
