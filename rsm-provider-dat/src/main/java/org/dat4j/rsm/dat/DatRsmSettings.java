package org.dat4j.rsm.dat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import org.dat4j.rsm.RsmConstants;
import org.dat4j.rsm.spi.RsmSetting;
import org.dat4j.rsm.spi.RsmSettings;

/**
 * The checked settings of the RSM provider over DAT. Immutable.
 *
 * @param node node id of this process
 * @param domain digest of the name of the domain
 * @param processes the most processes of a node
 * @param nodes table of the nodes' addresses
 * @param secret shared by the nodes, or null
 * @param windows whether RMRs are used where the adapter has them
 * @param merged whether event streams share an EVD where the adapter lets them
 * @param open whether a network may do without a secret
 * @param silenceMillis milliseconds after which a silent process counts as dead
 */
record DatRsmSettings(
    int node,
    long domain,
    int processes,
    NodeTable nodes,
    SharedSecret secret,
    boolean windows,
    boolean merged,
    boolean open,
    int silenceMillis) {
  static final int MAX_PROCESSES = 16;

  private static final RsmSetting NODE =
      RsmSetting.number("node", 0, RsmConstants.MAX_NODES, 1, "node of this process");
  private static final RsmSetting DOMAIN =
      RsmSetting.text(
          "domain", "a name", "its processes see each other; by default private to the user");
  private static final RsmSetting PORT =
      RsmSetting.number("dat.port", 1, 60_000, 17_400, "first connection qualifier of a node");
  private static final RsmSetting PROCESSES =
      RsmSetting.number("dat.processes", 1, MAX_PROCESSES, 8, "most processes of a node");
  private static final RsmSetting SECRET =
      RsmSetting.text("dat.secret", "a file", "file with the shared secret");
  private static final RsmSetting OPEN =
      flag("dat.open", false, "true: an address that other machines reach needs no secret");
  private static final RsmSetting SILENCE =
      RsmSetting.number(
          "dat.silence",
          100,
          600_000,
          3000,
          "milliseconds of silence after which a process counts as dead");
  private static final RsmSetting WINDOWS =
      flag("dat.windows", true, "false: use no RMRs").tried("false");
  private static final RsmSetting MERGED =
      flag("dat.merged", true, "false: an EVD for each event stream").tried("false");

  /** The settings that this provider reads, in the order to show them. */
  static final List<RsmSetting> ALL =
      List.of(
          NODE,
          DOMAIN,
          NodeTable.FILE,
          NodeTable.DNS,
          PORT,
          PROCESSES,
          SECRET,
          OPEN,
          SILENCE,
          WINDOWS,
          MERGED);

  static DatRsmSettings of(RsmSettings settings) {
    int processes = settings.number(PROCESSES);
    String own = "u" + Integer.toUnsignedString(Credentials.own().uid());
    String name = settings.text(DOMAIN).isEmpty() ? own : settings.text(DOMAIN);
    return new DatRsmSettings(
        settings.number(NODE),
        digest(name),
        processes,
        NodeTable.of(settings, settings.number(PORT), processes),
        SharedSecret.of(settings.text(SECRET), digest(name)),
        settings.is(WINDOWS, "true"),
        settings.is(MERGED, "true"),
        settings.is(OPEN, "true"),
        settings.number(SILENCE));
  }

  private static RsmSetting flag(String key, boolean byDefault, String meaning) {
    return RsmSetting.choice(key, Boolean.toString(byDefault), meaning, "true", "false");
  }

  private static long digest(String name) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(name.getBytes(StandardCharsets.UTF_8));
      return ByteBuffer.wrap(digest).getLong();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
