package org.dat4j.rsm.spi;

import java.util.List;
import org.dat4j.rsm.AccessEntry;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.RsmConstants;
import org.dat4j.rsm.RsmReturn;

/**
 * The rules of RSM access lists, by which providers decide whether a process may connect to a
 * segment.
 */
public final class Access {
  /** The result of {@link #mode} for a node that the list does not name. */
  public static final int NOT_LISTED = -1;

  private static final int ALL = 0666;

  private Access() {}

  /** Refuses a list with a bad entry; null counts as an empty one. */
  static List<AccessEntry> checked(
      String where, List<AccessEntry> list, boolean loopback, int own) {
    if (list == null || list.isEmpty()) {
      return List.of();
    }
    if (list.size() > RsmConstants.MAX_NODES) {
      throw bad(where, "accessList.size", list.size(), "give at most " + RsmConstants.MAX_NODES);
    }
    for (AccessEntry entry : list) {
      if (entry == null) {
        throw bad(where, "accessList", null, "give entries that are not null");
      }
      if (entry.permission() < 0 || entry.permission() > ALL) {
        String octal = "0" + Integer.toOctalString(entry.permission());
        throw bad(where, "permission", octal, "give octal digits from 0 to 0666");
      }
      if (entry.node() < 0 || entry.node() > RsmConstants.MAX_NODES) {
        throw bad(where, "node", entry.node(), "give 0 to " + RsmConstants.MAX_NODES);
      }
    }
    if (loopback && (list.size() > 1 || list.get(0).node() != own)) {
      throw bad(where, "accessList", list, "on loopback give one entry, for node " + own);
    }
    return List.copyOf(list);
  }

  private static RuntimeException bad(String where, String what, Object value, String remedy) {
    return Errors.of(RsmReturn.BAD_ACL, where, what, value, remedy);
  }

  /**
   * Finds the permissions that count for a node.
   *
   * @param list the access list, empty for none
   * @param node the importer's node
   * @param defaultMode permissions where there is no list
   * @return three octal digits, or {@link #NOT_LISTED}
   */
  public static int mode(List<AccessEntry> list, int node, int defaultMode) {
    if (list.isEmpty()) {
      return defaultMode & ALL;
    }
    for (AccessEntry entry : list) {
      if (entry.node() == node) {
        return entry.permission() & ALL;
      }
    }
    return NOT_LISTED;
  }

  /**
   * Returns the permissions that count where there is no access list.
   *
   * @param umask umask of the exporting process when the segment was created
   * @return three octal digits
   */
  public static int defaultMode(int umask) {
    return ALL & ~umask;
  }

  /**
   * Decides a connect. Exactly one digit counts: the owner's for the exporter's user, else the
   * group's for a member of the exporter's group, else that of others. There is no superuser.
   *
   * @param mode three octal digits
   * @param owner whether the importer's user is the exporter's
   * @param member whether the importer is in the exporter's group
   * @param perm the requested rights, a valid {@link Permission}
   * @return whether it is granted
   */
  public static boolean granted(int mode, boolean owner, boolean member, int perm) {
    int digit = owner ? mode >> 6 : member ? mode >> 3 : mode;
    int wanted = perm >> 6;
    return (digit & wanted) == wanted;
  }
}
