package org.dat4j.rsm.spi;

import static org.dat4j.rsm.spi.Fixture.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.dat4j.rsm.RsmRegistry;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.SegmentIdRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SegmentIdFileTest {
  @TempDir private Path folder;

  private SegmentIdRange lookup(String text, String appId) {
    try {
      Path file = Files.writeString(folder.resolve("rsm.segmentid"), text);
      return RsmRegistry.builder()
          .setting("segmentid", file.toString())
          .build()
          .getSegmentIdRange(appId);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void theExampleOfThePageIsRead() {
    SegmentIdRange expected = new SegmentIdRange(0x600000, 1000);
    assertEquals(expected, lookup("reserved SUNWfoo 0x600000 1000\n", "SUNWfoo"));
    assertEquals(expected, lookup("# c d\n  #\nRESERVE\t sunwFOO\t600000  1000", "SUNWfoo"));
    assertEquals(expected, lookup("reserved a 0x1 1\nreserved x 600000 1000\n\n", "x"));
  }

  @Test
  void malformedLinesBeforeTheEntryAreRefused() {
    refused(RsmReturn.BAD_CONF, () -> lookup("\nreserved x 1 1\n", "x"));
    refused(RsmReturn.BAD_CONF, () -> lookup("reserved y 1\nreserved x 1 1\n", "x"));
    refused(RsmReturn.BAD_CONF, () -> lookup("keep x 1 1\n", "x"));
    refused(RsmReturn.BAD_CONF, () -> lookup("reserved x 0xg 1\n", "x"));
    refused(RsmReturn.BAD_CONF, () -> lookup("reserved x 1 0x1\n", "x"));
    refused(RsmReturn.BAD_APPID, () -> lookup("reserved x 1 1\n", "z"));
    refused(RsmReturn.BAD_ADDR, () -> lookup("reserved x 1 1\n", null));
  }

  @Test
  void aMissingFileIsRefused() {
    refused(RsmReturn.BAD_CONF, () -> SegmentIdFile.lookup(folder.resolve("none"), "x"));
  }
}
