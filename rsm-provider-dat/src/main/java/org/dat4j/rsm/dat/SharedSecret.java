package org.dat4j.rsm.dat;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.GeneralSecurityException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import org.dat4j.rsm.spi.RsmSettings;

/**
 * The secret by which nodes of RSM over DAT prove that they belong together, and from which they
 * derive their encryption keys. Deriving its key is slow, so that an attacker who recorded a
 * connection cannot try many secrets. Immutable.
 */
final class SharedSecret {
  private static final System.Logger LOG = System.getLogger(SharedSecret.class.getName());
  private static final String KEY = "dat.secret";
  private static final int MIN_CHARACTERS = 16;
  private static final String DERIVATION = "PBKDF2WithHmacSHA256";
  private static final int ROUNDS = 310_000;
  private static final int BITS = 256;
  private static final byte[] SALT = "dat4j rsm".getBytes(StandardCharsets.US_ASCII);

  /** Keys of the secrets and domains that this process has used. */
  private static final Map<String, byte[]> DRAWN = new ConcurrentHashMap<>();

  /** The files that a warning was logged about. */
  private static final Set<String> TOLD = ConcurrentHashMap.newKeySet();

  private final String text;
  private final long domain;

  private SharedSecret(String text, long domain) {
    this.text = text;
    this.domain = domain;
  }

  /** Reads the secret from a file; returns null if none is named. */
  static SharedSecret of(String file, long domain) {
    if (file.isEmpty()) {
      return null;
    }
    String text = TextFile.read(KEY, file).strip();
    TextFile.checkVisible(KEY, file, text);
    if (text.length() < MIN_CHARACTERS) {
      throw RsmSettings.refusal(
          KEY, file, "put at least " + MIN_CHARACTERS + " characters into it");
    }
    checkAccess(file);
    return new SharedSecret(text, domain);
  }

  /** Refuses a file that others may read or change; warns where only its folder hides it. */
  private static void checkAccess(String file) {
    Set<PosixFilePermission> own;
    boolean group;
    boolean others;
    try {
      Path path = Path.of(file).toRealPath();
      own = Files.getPosixFilePermissions(path);
      group =
          own.contains(PosixFilePermission.GROUP_READ)
              || own.contains(PosixFilePermission.GROUP_WRITE);
      others =
          own.contains(PosixFilePermission.OTHERS_READ)
              || own.contains(PosixFilePermission.OTHERS_WRITE);
      if (!group && !others) {
        return;
      }
      for (Path folder = path.getParent(); folder != null; folder = folder.getParent()) {
        Set<PosixFilePermission> its = Files.getPosixFilePermissions(folder);
        group &= its.contains(PosixFilePermission.GROUP_EXECUTE);
        others &= its.contains(PosixFilePermission.OTHERS_EXECUTE);
      }
    } catch (IOException | UnsupportedOperationException unknown) {
      LOG.log(Level.DEBUG, "who may read {0} cannot be seen: {1}", file, unknown.getMessage());
      return;
    }
    if (group || others) {
      throw RsmSettings.refusal(KEY, file, "others may read or change it: chmod 600 " + file);
    }
    if (TOLD.add(file)) {
      LOG.log(
          Level.WARNING,
          "the secret {0} would be open to others but for the folder it is in: chmod 600 {0}",
          file);
    }
  }

  /** Returns the key that the nodes share. The first call takes some tenths of a second. */
  byte[] key() {
    return DRAWN.computeIfAbsent(domain + " " + text, unused -> draw()).clone();
  }

  private byte[] draw() {
    byte[] salt = ByteBuffer.allocate(SALT.length + Long.BYTES).put(SALT).putLong(domain).array();
    // The factory takes characters, so each byte is passed as one character.
    String bytes = new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    try {
      return SecretKeyFactory.getInstance(DERIVATION)
          .generateSecret(new PBEKeySpec(bytes.toCharArray(), salt, ROUNDS, BITS))
          .getEncoded();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java platform has no " + DERIVATION, e);
    }
  }
}
