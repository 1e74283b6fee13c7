package org.dat4j.conformance;

import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.dat4j.conformance.kernel.Placement;
import org.dat4j.conformance.kernel.Profile;
import org.dat4j.conformance.kernel.Target;
import org.dat4j.conformance.kernel.UsageException;
import org.dat4j.conformance.spi.Mutants;

/**
 * Options of one run of the conformance suite: the adapter, the contract, the clauses to test, and
 * the report files to write. Immutable; made by {@link #on}.
 */
public final class SuiteOptions {
  private final String ia;
  private final String contract;
  private final String clauses;
  private final long seed;
  private final Profile profile;
  private final Placement placement;
  private final String peer;
  private final String mutant;
  private final boolean deep;
  private final Path deviations;
  private final Path reportDirectory;
  private final Path jsonFile;

  private SuiteOptions(Builder from) {
    this.ia = from.ia;
    this.contract = from.contract;
    this.clauses = from.clauses;
    this.seed = from.seed;
    this.profile = from.profile;
    this.placement = from.placement;
    this.peer = from.peer;
    this.mutant = from.mutant;
    this.deep = from.deep;
    this.deviations = from.deviations;
    this.reportDirectory = from.reportDirectory;
    this.jsonFile = from.jsonFile;
  }

  /**
   * Begins with the defaults: contract dat, all clauses, a seed from the clock, normal profile, one
   * JVM, no deviations, no report files.
   *
   * @param ia name of the interface adapter
   * @return a builder
   */
  public static Builder on(String ia) {
    return new Builder(ia);
  }

  /**
   * Returns the name of the interface adapter.
   *
   * @return never null
   */
  public String ia() {
    return ia;
  }

  /**
   * Returns the contract.
   *
   * @return {@code dat} by default
   */
  public String contract() {
    return contract;
  }

  /**
   * Returns the clause pattern.
   *
   * @return {@code *} by default
   */
  public String clauses() {
    return clauses == null ? "*" : clauses;
  }

  /**
   * Tells whether clauses were chosen; if not, a mutant runs against its own.
   *
   * @return true after {@link Builder#clauses}
   */
  public boolean clausesChosen() {
    return clauses != null;
  }

  /**
   * Returns the seed of order and data.
   *
   * @return any number
   */
  public long seed() {
    return seed;
  }

  /**
   * Returns the file of known deviations.
   *
   * @return null for none
   */
  public Path deviations() {
    return deviations;
  }

  /**
   * Returns the directory for all reports.
   *
   * @return null for none
   */
  public Path reportDirectory() {
    return reportDirectory;
  }

  /**
   * Returns the file for the JSON report.
   *
   * @return null for none
   */
  public Path jsonFile() {
    return jsonFile;
  }

  /**
   * Returns the part that tests can see.
   *
   * @return what is tested and how
   */
  public Target target() {
    return new Target(ia, peer == null ? ia : peer, profile, placement, mutant, deep);
  }

  /**
   * Returns these options, changed by what a caller gives from outside as {@code
   * dat4j.conformance.ia}, {@code .clauses}, {@code .seed}, {@code .placement}, {@code .deviations}
   * and {@code .report}.
   *
   * @param properties looks a value up, null where there is none
   * @return the changed options
   * @throws UsageException if the seed is no number or there is no such placement
   */
  SuiteOptions changedBy(UnaryOperator<String> properties) {
    String seedText = properties.apply("dat4j.conformance.seed");
    String ia = properties.apply("dat4j.conformance.ia");
    String pattern = properties.apply("dat4j.conformance.clauses");
    String where = properties.apply("dat4j.conformance.placement");
    String known = properties.apply("dat4j.conformance.deviations");
    String report = properties.apply("dat4j.conformance.report");
    Builder changed = new Builder(ia == null ? this.ia : ia);
    changed.contract = contract;
    changed.clauses = pattern == null ? clauses : pattern;
    changed.seed = seedText == null ? seed : number(seedText);
    changed.profile = profile;
    changed.placement = where == null ? placement : Placement.of(where);
    changed.peer = peer;
    changed.mutant = mutant;
    changed.deep = deep;
    changed.deviations = known == null ? deviations : Path.of(known);
    changed.reportDirectory = report == null ? reportDirectory : Path.of(report);
    changed.jsonFile = jsonFile;
    return changed.build();
  }

  private static long number(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new UsageException("dat4j.conformance.seed=" + text + " is no number: give one", e);
    }
  }

  /** Collects options; not thread-safe. */
  public static final class Builder {
    private final String ia;
    private String contract = "dat";
    private String clauses;
    private long seed = System.nanoTime() & 0xffffffffL;
    private Profile profile = Profile.NORMAL;
    private Placement placement = Placement.ONE_JVM;
    private String peer;
    private String mutant;
    private boolean deep;
    private Path deviations;
    private Path reportDirectory;
    private Path jsonFile;

    private Builder(String ia) {
      if (ia == null || ia.isBlank()) {
        throw new UsageException("the name of the interface adapter is missing");
      }
      this.ia = ia;
    }

    /**
     * Chooses the contract.
     *
     * @param value {@code dat} or {@code rsm}
     * @return this
     */
    public Builder contract(String value) {
      contract = value;
      return this;
    }

    /**
     * Chooses clauses.
     *
     * @param value ids or pages with {@code *} and {@code ?}, separated by commas
     * @return this
     */
    public Builder clauses(String value) {
      clauses = value;
      return this;
    }

    /**
     * Sets the seed of order and data.
     *
     * @param value any number
     * @return this
     */
    public Builder seed(long value) {
      seed = value;
      return this;
    }

    /**
     * Chooses how much is demanded.
     *
     * @param value the profile
     * @return this
     */
    public Builder profile(Profile value) {
      profile = value;
      return this;
    }

    /**
     * Chooses where the second party lives.
     *
     * @param value the placement
     * @return this
     */
    public Builder placement(Placement value) {
      placement = value;
      return this;
    }

    /**
     * Gives the second party another adapter, to see whether two backends work with each other.
     *
     * @param value its name, or null for the adapter under test
     * @return this
     */
    public Builder peer(String value) {
      peer = value;
      return this;
    }

    /**
     * Wraps the provider in a mutant.
     *
     * @param value its id, or null for the provider itself
     * @return this
     */
    public Builder mutant(String value) {
      mutant = value;
      return this;
    }

    /**
     * Puts an honest variant in front of the provider: a layer that uses freedoms of the pages.
     *
     * @param value names of freedoms with commas between them, or a seed that chooses some
     * @return this
     */
    public Builder variant(String value) {
      return mutant(Mutants.HONEST + value);
    }

    /**
     * Chooses how many situations the tests try.
     *
     * @param value true for many more than those that cover each pair of values; takes up to 15
     *     minutes
     * @return this
     */
    public Builder deep(boolean value) {
      deep = value;
      return this;
    }

    /**
     * Names the file of known deviations.
     *
     * @param value a file, or null for none
     * @return this
     */
    public Builder deviations(Path value) {
      deviations = value;
      return this;
    }

    /**
     * Asks for all reports.
     *
     * @param value a directory, made if needed, or null for none
     * @return this
     */
    public Builder reportDirectory(Path value) {
      reportDirectory = value;
      return this;
    }

    /**
     * Asks for the JSON report.
     *
     * @param value a file, or null for none
     * @return this
     */
    public Builder jsonFile(Path value) {
      jsonFile = value;
      return this;
    }

    /**
     * Ends the collection.
     *
     * @return the options
     */
    public SuiteOptions build() {
      boolean honest = mutant != null && mutant.startsWith(Mutants.HONEST);
      if (honest && placement == Placement.TWO_JVMS) {
        throw new UsageException("a variant stands in front of one JVM only; leave two JVMs out");
      }
      return new SuiteOptions(this);
    }
  }
}
