package org.dat4j.rsm.dat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.dat4j.rsm.RsmConstants;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.spi.RsmSettings;

/**
 * What the settings say. Immutable.
 *
 * @param node of this process
 * @param domain digest of the name of those who see each other
 * @param processes how many a node may have
 * @param nodes where the nodes are
 * @param secret shared by the nodes, or null
 * @param windows whether RMRs are used where the adapter has them
 * @param merged whether event streams share a dispatcher where the adapter lets them
 * @param open whether a network may do without a secret
 * @param silenceMillis after how long a silent process counts as dead
 */
record Config(
    int node,
    long domain,
    int processes,
    NodeTable nodes,
    byte[] secret,
    boolean windows,
    boolean merged,
    boolean open,
    int silenceMillis) {
  static final int MAX_PROCESSES = 16;
  private static final int DEFAULT_PROCESSES = 8;
  private static final int DEFAULT_PORT = 17400;
  private static final int MAX_PORT = 60000;
  private static final int DEFAULT_SILENCE = 3000;
  private static final int LEAST_SECRET = 16;

  static Config of(RsmSettings settings) {
    int processes = settings.number("dat.processes", DEFAULT_PROCESSES, 1, MAX_PROCESSES);
    int port = settings.number("dat.port", DEFAULT_PORT, 1, MAX_PORT);
    String name = settings.get("domain", "u" + Integer.toUnsignedString(Identity.own().uid()));
    return new Config(
        settings.number("node", 1, 0, RsmConstants.MAX_NODES),
        digest(name),
        processes,
        NodeTable.of(settings, port, processes),
        secret(settings.get("dat.secret", null)),
        flag(settings, "dat.windows", true),
        flag(settings, "dat.merged", true),
        flag(settings, "dat.open", false),
        settings.number("dat.silence", DEFAULT_SILENCE, 100, 600_000));
  }

  private static boolean flag(RsmSettings settings, String key, boolean fallback) {
    String text = settings.get(key, Boolean.toString(fallback));
    if (!text.equals("true") && !text.equals("false")) {
      throw bad(key, text, "give true or false");
    }
    return text.equals("true");
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

  private static byte[] secret(String file) {
    if (file == null) {
      return null;
    }
    String text;
    try {
      text = Files.readString(Path.of(file)).strip();
    } catch (IOException e) {
      throw bad("dat.secret", file, "give a file that this user may read: " + e);
    }
    if (text.length() < LEAST_SECRET) {
      throw bad("dat.secret", file, "put at least " + LEAST_SECRET + " characters into it");
    }
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static RuntimeException bad(String key, Object value, String remedy) {
    return Failures.of(
        RsmReturn.BAD_CONF, "RsmRegistry", "setting dat4j.rsm." + key, value, remedy);
  }
}
