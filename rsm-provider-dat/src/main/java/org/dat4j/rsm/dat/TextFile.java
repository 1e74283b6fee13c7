package org.dat4j.rsm.dat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.dat4j.rsm.spi.RsmSettings;

/**
 * A reader of the text files that settings of RSM over DAT name, in the forms in which editors save
 * them.
 */
final class TextFile {
  private static final char MARK = '\ufeff';

  private TextFile() {}

  /** Reads a UTF-8 file, and drops a byte order mark at its start. */
  static String read(String key, String file) {
    byte[] bytes;
    try {
      bytes = Files.readAllBytes(Path.of(file));
    } catch (IOException e) {
      throw RsmSettings.refusal(key, file, "give a file that this user may read: " + e);
    }
    if (beginsWith(bytes, 0xff, 0xfe) || beginsWith(bytes, 0xfe, 0xff)) {
      throw RsmSettings.refusal(
          key, file, "save it as UTF-8: it begins with the byte order mark of UTF-16");
    }
    String text;
    try {
      text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw RsmSettings.refusal(key, file, "save it as UTF-8: it has another encoding");
    }
    if (text.indexOf('\0') >= 0) {
      throw RsmSettings.refusal(key, file, "save it as UTF-8: it has NUL bytes, as UTF-16 has");
    }
    return text.isEmpty() || text.charAt(0) != MARK ? text : text.substring(1);
  }

  private static boolean beginsWith(byte[] bytes, int first, int second) {
    return bytes.length >= 2 && bytes[0] == (byte) first && bytes[1] == (byte) second;
  }

  /** Refuses a text with an invisible character. */
  static void checkVisible(String key, String where, String text) {
    for (int i = 0; i < text.length(); i++) {
      char each = text.charAt(i);
      boolean visible =
          switch (Character.getType(each)) {
            case Character.SPACE_SEPARATOR -> each == ' ';
            case Character.CONTROL -> each == '\t' || each == '\n' || each == '\r';
            case Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
          };
      if (!visible) {
        throw RsmSettings.refusal(
            key,
            where,
            String.format(
                Locale.ROOT,
                "remove the invisible character U+%04X (%s) at character %d",
                (int) each,
                Character.getName(each),
                i + 1));
      }
    }
  }
}
