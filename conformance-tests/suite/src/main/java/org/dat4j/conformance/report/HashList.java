package org.dat4j.conformance.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Hash list of a report folder, in the form of {@code sha256sum}: written last, and checked to find
 * changed or missing files. Stateless.
 */
public final class HashList {
  /** Name of the file; {@code sha256sum -c SHA256SUMS} checks it too. */
  public static final String FILE = "SHA256SUMS";

  private static final Pattern LINE = Pattern.compile("([0-9a-f]{64})  (\\S.*)");

  private HashList() {}

  /**
   * Writes files into a folder, and their hash list at the end: a folder without one is incomplete.
   *
   * @param folder created if needed
   * @param files names and contents
   * @throws FileNotWrittenException if a file cannot be written
   */
  public static void write(Path folder, Map<String, String> files) {
    write(folder, files, List.of());
  }

  /**
   * Writes files into a folder, and a hash list of them and of others that are there.
   *
   * @param folder created if needed
   * @param files names and contents
   * @param others names of files that are there, such as the hash lists of folders in it
   * @throws FileNotWrittenException if a file cannot be written
   */
  public static void write(Path folder, Map<String, String> files, List<String> others) {
    try {
      Files.deleteIfExists(folder.resolve(FILE));
    } catch (IOException e) {
      throw new FileNotWrittenException(folder.resolve(FILE), e);
    }
    StringBuilder list = new StringBuilder();
    files.forEach(
        (name, text) -> {
          byte[] content = text.getBytes(StandardCharsets.UTF_8);
          AtomicFileWriter.write(folder.resolve(name), content);
          list.append(hash(content)).append("  ").append(name).append('\n');
        });
    for (String name : others) {
      list.append(hash(bytes(folder.resolve(name)))).append("  ").append(name).append('\n');
    }
    AtomicFileWriter.write(folder.resolve(FILE), list.toString());
  }

  /**
   * Compares a folder with its hash list, and each folder in it whose hash list is in that list.
   *
   * @param folder with a report
   * @return what is wrong, naming each changed or missing file; empty when all is as it was written
   * @throws BundleException if the folder has no hash list, or one that cannot be read
   */
  public static List<String> check(Path folder) {
    List<String> wrong = new ArrayList<>();
    read(folder)
        .forEach(
            (name, hash) -> {
              Path file = folder.resolve(name);
              if (!Files.isRegularFile(file)) {
                wrong.add(file + " is missing");
              } else if (!hash(bytes(file)).equals(hash)) {
                wrong.add(file + " was changed after the run");
              } else if (file.endsWith(FILE)) {
                wrong.addAll(check(file.getParent()));
              }
            });
    return wrong;
  }

  private static Map<String, String> read(Path folder) {
    Path list = folder.resolve(FILE);
    if (!Files.isDirectory(folder)) {
      throw new BundleException(folder + " is no folder: give one that --report has written");
    }
    if (!Files.isRegularFile(list)) {
      throw new BundleException(
          folder
              + " has no "
              + FILE
              + ": it is no report, or its run was killed before the end; run it again");
    }
    Path base = folder.toAbsolutePath().normalize();
    Map<String, String> hashes = new LinkedHashMap<>();
    String text = new String(bytes(list), StandardCharsets.UTF_8);
    for (String line : text.lines().toList()) {
      Matcher matcher = LINE.matcher(line);
      if (!matcher.matches() || !base.resolve(matcher.group(2)).normalize().startsWith(base)) {
        throw new BundleException(list + " has a line that names no file of the folder: " + line);
      }
      hashes.put(matcher.group(2), matcher.group(1));
    }
    if (hashes.isEmpty()) {
      throw new BundleException(list + " names no file: run it again");
    }
    return hashes;
  }

  private static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(file + " cannot be read", e);
    }
  }

  /**
   * Computes a SHA-256.
   *
   * @param content any bytes
   * @return 64 hexadecimal digits
   */
  public static String hash(byte[] content) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
