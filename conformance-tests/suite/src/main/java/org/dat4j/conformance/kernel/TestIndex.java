package org.dat4j.conformance.kernel;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.dat4j.conformance.catalogue.Catalogue;
import org.dat4j.conformance.catalogue.CatalogueException;
import org.dat4j.conformance.catalogue.TsvReader;

/**
 * Index of the suite's test methods for one contract and their clauses, kept in a file so that a
 * run that finds fewer tests fails. The index is a tab-separated resource with the columns class,
 * method, clauses, refuses and parties. Immutable.
 */
public final class TestIndex {
  /** The columns of an index file. */
  public static final List<String> COLUMNS =
      List.of("class", "method", "clauses", "refuses", "parties");

  /**
   * One test method.
   *
   * @param className full name of its class
   * @param method name of the method
   * @param clauses ids of its {@link Clauses}, possibly none
   * @param refuses ids of its {@link Refuses}, possibly none
   * @param secondParty whether it carries {@link SecondParty}
   */
  public record Entry(
      String className,
      String method,
      List<String> clauses,
      List<String> refuses,
      boolean secondParty) {

    static Entry of(Method method) {
      Clauses clauses = method.getAnnotation(Clauses.class);
      Refuses refuses = method.getAnnotation(Refuses.class);
      return new Entry(
          method.getDeclaringClass().getName(),
          method.getName(),
          clauses == null ? List.of() : List.of(clauses.value()),
          refuses == null ? List.of() : List.of(refuses.value()),
          method.isAnnotationPresent(SecondParty.class));
    }

    /**
     * Lists all declared ids.
     *
     * @return clauses and refused clauses
     */
    public Set<String> ids() {
      Set<String> ids = new LinkedHashSet<>(clauses);
      ids.addAll(refuses);
      return ids;
    }

    /**
     * Returns the name used in reports.
     *
     * @return {@code SimpleClass.method}
     */
    public String name() {
      return className.substring(className.lastIndexOf('.') + 1) + "." + method;
    }
  }

  private final List<Entry> entries;

  TestIndex(List<Entry> entries) {
    this.entries = List.copyOf(entries);
  }

  /**
   * Reads an index of this module.
   *
   * @param owner a class of the package that holds the resource
   * @param name resource name
   * @param catalogue the contract; every id has to exist in it and be testable
   * @return the index
   * @throws CatalogueException if it is missing, malformed or names an unusable id
   */
  public static TestIndex resource(Class<?> owner, String name, Catalogue catalogue) {
    List<Entry> entries = new ArrayList<>();
    for (TsvReader.Row row : TsvReader.resource(owner, name, COLUMNS)) {
      Entry entry =
          new Entry(
              row.fields().get(0),
              row.fields().get(1),
              ids(row.fields().get(2)),
              ids(row.fields().get(3)),
              row.fields().get(4).equals("2"));
      for (String id : entry.ids()) {
        if (catalogue.find(id).isEmpty()) {
          throw new CatalogueException(name, row.line(), "unknown clause '" + id + "'");
        }
        if (!catalogue.get(id).testable()) {
          throw new CatalogueException(name, row.line(), id + " is vacuous or untestable");
        }
      }
      entries.add(entry);
    }
    return new TestIndex(entries);
  }

  private static List<String> ids(String text) {
    return text.isEmpty() ? List.of() : List.of(text.split(" "));
  }

  /**
   * Builds an index from test classes.
   *
   * @param classes the classes
   * @return all their methods that carry {@link Clauses} or {@link Refuses}, sorted by name
   */
  public static TestIndex of(List<Class<?>> classes) {
    List<Entry> entries = new ArrayList<>();
    for (Class<?> type : classes) {
      for (Method method : type.getDeclaredMethods()) {
        Entry entry = Entry.of(method);
        if (!entry.ids().isEmpty()) {
          entries.add(entry);
        }
      }
    }
    entries.sort(Comparator.comparing(Entry::className).thenComparing(Entry::method));
    return new TestIndex(entries);
  }

  /**
   * Lists the clauses that have a check.
   *
   * @return their ids
   */
  public Set<String> checkedClauses() {
    Set<String> ids = new LinkedHashSet<>();
    entries.forEach(entry -> ids.addAll(entry.clauses()));
    return ids;
  }

  /**
   * Lists the tests.
   *
   * @return the entries
   */
  public List<Entry> entries() {
    return entries;
  }

  /**
   * Gives the resource form.
   *
   * @return the text of an index file
   */
  public String text() {
    StringBuilder text = new StringBuilder(String.join("\t", COLUMNS)).append('\n');
    for (Entry entry : entries) {
      text.append(entry.className())
          .append('\t')
          .append(entry.method())
          .append('\t')
          .append(String.join(" ", entry.clauses()))
          .append('\t')
          .append(String.join(" ", entry.refuses()))
          .append(entry.secondParty() ? "\t2\n" : "\t1\n");
    }
    return text.toString();
  }
}
