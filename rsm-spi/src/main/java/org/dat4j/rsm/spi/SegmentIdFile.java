package org.dat4j.rsm.spi;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.StringTokenizer;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.SegmentIdRange;

/**
 * A reader of the system's file that reserves ranges of RSM segment ids for applications. A line is
 * {@code reserved APPID BASE LENGTH}, separated by blanks and tabs, with the base in hexadecimal
 * and the length in decimal; lines that begin with {@code #} are comments. Reading ends at the
 * first line of the application.
 */
public final class SegmentIdFile {
  /** The default path of the file; the setting {@code segmentid} changes it. */
  public static final String DEFAULT_PATH = "/etc/rsm/rsm.segmentid";

  /** The key of the setting that names another file. */
  public static final String KEY = "segmentid";

  private static final String WHERE = "Rsm.getSegmentIdRange";
  private static final int FIELDS = 4;

  private SegmentIdFile() {}

  /**
   * Looks an application up.
   *
   * @param file the file
   * @param appId name of the application, without regard to case
   * @return its range
   * @throws RsmException RSMERR_BAD_ADDR, RSMERR_BAD_CONF, RSMERR_BAD_APPID
   */
  public static SegmentIdRange lookup(Path file, String appId) {
    if (appId == null) {
      throw Errors.address(WHERE, "appId", null, "give the name of the application");
    }
    // Reads bytes as they are, because the file has no declared encoding.
    try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
      int number = 0;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        SegmentIdRange range = entry(file + ":" + number, line, appId);
        if (range != null) {
          return range;
        }
      }
    } catch (IOException e) {
      throw new RsmException(
          RsmReturn.BAD_CONF, WHERE, "file", file, "make it readable (" + e + ")", e);
    }
    throw Errors.of(RsmReturn.BAD_APPID, WHERE, "appId", appId, "add a line for it to " + file);
  }

  private static SegmentIdRange entry(String place, String line, String appId) {
    StringTokenizer words = new StringTokenizer(line, " \t");
    String keyword = words.hasMoreTokens() ? words.nextToken() : "";
    if (keyword.startsWith("#")) {
      return null;
    }
    if (words.countTokens() < FIELDS - 1) {
      throw malformed(place, line, "give a line four fields, or begin it with #");
    }
    if (!words.nextToken().equalsIgnoreCase(appId)) {
      return null;
    }
    if (!keyword.equalsIgnoreCase("reserved") && !keyword.equalsIgnoreCase("reserve")) {
      throw malformed(place, line, "begin it with reserved");
    }
    String base = words.nextToken();
    boolean prefixed = base.startsWith("0x") || base.startsWith("0X");
    try {
      return new SegmentIdRange(
          Integer.parseUnsignedInt(prefixed ? base.substring(2) : base, 16),
          Integer.parseUnsignedInt(words.nextToken()));
    } catch (NumberFormatException e) {
      throw malformed(place, line, "give a hexadecimal base and a decimal length");
    }
  }

  private static RsmException malformed(String place, String line, String remedy) {
    return Errors.of(RsmReturn.BAD_CONF, WHERE, place, line, remedy);
  }
}
