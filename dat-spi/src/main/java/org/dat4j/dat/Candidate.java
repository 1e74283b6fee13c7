package org.dat4j.dat;

/**
 * One candidate in an {@link Explanation}: a registry entry, an added provider or a malformed line
 * with the adapter's name, and the verdict on it.
 *
 * @param iaName the name it stands for, without the {@code RO_AWARE_} prefix
 * @param origin where it came from, such as {@code /etc/dat.conf:3} or {@code built-in}
 * @param provider id of the provider that serves it, empty if there is none
 * @param libPath its lib_path field, empty if the line could not be understood
 * @param verdict what became of it
 * @param reason why; for an available one what would be used
 * @param remedy what to do about it, empty when there is nothing to do
 */
public record Candidate(
    String iaName,
    String origin,
    String provider,
    String libPath,
    Verdict verdict,
    String reason,
    String remedy) {

  /** The verdict on a candidate. */
  public enum Verdict {
    /** An open of the name uses this one and is expected to work. */
    AVAILABLE,

    /** It cannot be used for what was asked. */
    REFUSED,

    /** It is in order, but the contract has it passed over. */
    IGNORED
  }
}
