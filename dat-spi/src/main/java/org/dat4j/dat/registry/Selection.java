package org.dat4j.dat.registry;

import java.util.Comparator;
import java.util.List;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.DatSubtype;

/**
 * The registry entries that match an open's name, version and thread safety, with the one to use
 * first at the front. The exact key comes first, then the lowest higher minor version. An entry for
 * several threads is also good for one.
 *
 * @param matching the offers that match, the one to open first
 * @param subtype when nothing matches what was missing, else {@link DatSubtype#NO_SUBTYPE}
 */
public record Selection(List<RegisteredAdapter> matching, int subtype) {

  /**
   * Makes the selection.
   *
   * @param offers in the order of the registry
   * @param request what is asked for
   * @return the outcome
   */
  public static Selection of(List<RegisteredAdapter> offers, AdapterRequest request) {
    List<RegisteredAdapter> named =
        offers.stream().filter(o -> o.info().iaName().equals(request.iaName())).toList();
    List<RegisteredAdapter> major =
        named.stream().filter(o -> o.info().daplVersionMajor() == request.major()).toList();
    List<RegisteredAdapter> minor =
        major.stream().filter(o -> o.info().daplVersionMinor() >= request.minor()).toList();
    List<RegisteredAdapter> matching =
        minor.stream()
            .filter(o -> o.info().isThreadSafe() || !request.threadSafe())
            .sorted(
                Comparator.comparingInt((RegisteredAdapter o) -> o.info().daplVersionMinor())
                    .thenComparing(o -> !exact(o, request)))
            .toList();
    int subtype = DatSubtype.NO_SUBTYPE;
    if (named.isEmpty()) {
      subtype = DatSubtype.NAME_NOT_REGISTERED;
    } else if (major.isEmpty()) {
      subtype = DatSubtype.MAJOR_NOT_FOUND;
    } else if (minor.isEmpty()) {
      subtype = DatSubtype.MINOR_NOT_FOUND;
    } else if (matching.isEmpty()) {
      subtype = DatSubtype.THREAD_SAFETY_NOT_FOUND;
    }
    return new Selection(matching, subtype);
  }

  /**
   * The offer to open.
   *
   * @return null if nothing matches
   */
  public RegisteredAdapter chosen() {
    return matching.isEmpty() ? null : matching.get(0);
  }

  /** Why an offer of the name does not match, null if it does. */
  static String mismatch(RegisteredAdapter offer, AdapterRequest request) {
    int major = offer.info().daplVersionMajor();
    int minor = offer.info().daplVersionMinor();
    if (major != request.major() || minor < request.minor()) {
      return "offers version "
          + major
          + "."
          + minor
          + ", asked for was "
          + request.major()
          + "."
          + request.minor();
    }
    return request.threadSafe() && !offer.info().isThreadSafe()
        ? "is marked nonthreadsafe, asked for was a thread-safe one"
        : null;
  }

  /** What to do about a line of the registry file that does not match. */
  static String remedy(RegisteredAdapter offer, AdapterRequest request) {
    int major = offer.info().daplVersionMajor();
    int minor = offer.info().daplVersionMinor();
    if (major == request.major() && minor >= request.minor()) {
      return "write threadsafe in field 3 of the line, or ask for an adapter that is not"
          + " thread-safe";
    }
    return request.major() == DatConstants.VERSION_MAJOR
        ? "write u" + request.major() + "." + request.minor() + " in field 2 of the line"
        : "ask for version " + major + "." + minor;
  }

  private static boolean exact(RegisteredAdapter offer, AdapterRequest request) {
    return offer.anyThreadSafety() || offer.info().isThreadSafe() == request.threadSafe();
  }
}
